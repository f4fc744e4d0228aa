import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { EFFORTS } from '#shared/model/efforts.ts'
import { sentEffort } from '#shared/model/sent-effort.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Slider } from '../../../ui/controls/Slider.tsx'
import { useApp } from '../chat-context.ts'
import type { ComposerTarget } from './composer-target.ts'

type EffortPanelProps = { readonly target: ComposerTarget; readonly onClose: () => void }

/** Chooses how hard the model of the chat thinks. Enter confirms; Esc and q leave it as it is. */
export function EffortPanel({ target, onClose }: EffortPanelProps) {
  const t = useText()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const model = useApp((state) => state.models.find(({ ref }) => ref === target.model))
  const efforts =
    model?.reasoning === true ? EFFORTS.filter((each) => (model.efforts ?? EFFORTS).includes(each)) : []
  const active = model === undefined ? null : sentEffort(model, target.effort)
  const [at, setAt] = useState(() => Math.max(0, efforts.indexOf(active ?? 'high')))
  useEffect(() => box.current?.querySelector<HTMLElement>('input, button')?.focus(), [])
  if (model === undefined || efforts.length === 0) {
    return (
      <div ref={box} className="flex items-center gap-2">
        <p className="grow text-fg-2">{t('effort.none', { model: model?.label ?? t('chat.noModel') })}</p>
        <Button size="small" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
    )
  }
  const chosen = efforts[Math.min(at, efforts.length - 1)] ?? null
  const confirm = () => {
    target.setEffort(chosen)
    onClose()
  }
  const keys = (event: KeyboardEvent) => {
    const step = { h: -1, l: 1 }[event.key]
    if (step !== undefined) setAt(Math.max(0, Math.min(efforts.length - 1, at + step)))
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) confirm()
    else if (event.key === 'Escape' || event.key === 'q') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the slider and of the buttons inside it
    <div ref={box} onKeyDown={keys} className="grid gap-2 py-1">
      {model.fixedEffort === undefined ? null : (
        <p className="text-warn-fg">{t('effort.fixed', { effort: t(`chat.effort.${model.fixedEffort}`) })}</p>
      )}
      <div className="flex items-center gap-3">
        <span aria-hidden="true" className="text-fg-3 text-xs">
          {t('settings.effort.faster')}
        </span>
        <label htmlFor={id} className="unseen">
          {t('chat.effort')}
        </label>
        <Slider
          id={id}
          min={0}
          max={Math.max(1, efforts.length - 1)}
          value={at}
          words={chosen === null ? t('chat.effort.model') : t(`chat.effort.${chosen}`)}
          look="stops"
          onChange={(value) => setAt(Math.min(value, efforts.length - 1))}
          className="max-w-100 grow"
        />
        <span aria-hidden="true" className="text-fg-3 text-xs">
          {t('settings.effort.smarter')}
        </span>
        <output htmlFor={id} aria-hidden="true" className="w-24 font-medium">
          {chosen === null ? '' : t(`chat.effort.${chosen}`)}
        </output>
      </div>
      <div className="flex items-center gap-2">
        <span className="grow text-fg-3 text-xs">
          {t('effort.active', {
            effort: active === null ? t('chat.effort.model') : t(`chat.effort.${active}`),
          })}
        </span>
        {target.effort === null ? null : (
          <Button
            size="small"
            look="ghost"
            onClick={() => {
              target.setEffort(null)
              onClose()
            }}
          >
            {t('chat.effort.model')}
          </Button>
        )}
        <Button size="small" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button size="small" look="primary" onClick={confirm}>
          {t('effort.set')}
        </Button>
      </div>
    </div>
  )
}
