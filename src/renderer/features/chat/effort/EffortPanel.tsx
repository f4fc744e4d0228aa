import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Effort } from '#shared/model/efforts.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { sentEffort } from '#shared/model/sent-effort.ts'
import { problemOf } from '../../../api.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { useSize } from '../../../ui/hooks/use-size.ts'
import { useApp, useChat } from '../chat-context.ts'
import { focusComposer } from '../composer/composer-focus.ts'
import type { ComposerTarget } from '../composer/composer-target.ts'
import { EffortList } from './EffortList.tsx'
import { EffortSlider } from './EffortSlider.tsx'
import { type EffortStop, effortAct, effortStops, firstStop } from './effort-stops.ts'

type EffortPanelProps = {
  readonly target: ComposerTarget
  readonly onClose: () => void
  /** Shows a sentence instead of the panel. */
  readonly onSaid: (text: string) => void
}

/** The width below which the stops are a list, in pixels: their names do not fit beside each other. */
const NARROW = 560

/** Chooses how hard the model of the chat thinks. Enter confirms; Esc, q and Ctrl+C leave it as it is. */
export function EffortPanel({ target, onClose, onSaid }: EffortPanelProps) {
  const model = useApp((state) => state.models.find(({ ref }) => ref === target.model))
  const allowsWorkflows = useApp((state) => state.settings.backgroundAgents)
  const stops = model === undefined ? [] : effortStops(model, allowsWorkflows)
  return model === undefined || stops.length === 0 ? (
    <NoEffort label={model?.label ?? null} onClose={onClose} />
  ) : (
    <EffortForm target={target} model={model} stops={stops} onSaid={onSaid} />
  )
}

type EffortFormProps = Pick<EffortPanelProps, 'target' | 'onSaid'> & {
  readonly model: ModelInfo
  readonly stops: readonly EffortStop[]
}

function EffortForm({ target, model, stops, onSaid }: EffortFormProps) {
  const t = useText()
  const problem = useProblemWords()
  const { drafts } = useChat()
  const box = useRef<HTMLDivElement>(null)
  const { width } = useSize(box)
  const sent = sentEffort(model, target.effort)
  const [wanted, setAt] = useState(() => firstStop(stops, model, sent))
  const at = Math.min(wanted, stops.length - 1)
  const chosen = stops[at]
  const done = useRef(false)
  const word = (effort: Effort | null) => t(effort === null ? 'chat.effort.model' : `chat.effort.${effort}`)
  /** Closes the panel with a sentence, once. */
  const end = (sentence: string) => {
    if (done.current) return
    done.current = true
    onSaid(sentence)
    focusComposer()
  }
  const set = (effort: Effort | null) => {
    const stored = target.setEffort(effort)
    stored.then(
      () => end(t('effort.now', { effort: word(sentEffort(model, effort)) })),
      (error: unknown) => end(problem(problemOf(error))),
    )
  }
  const confirm = () => {
    if (chosen !== 'ultracode') return set(chosen ?? null)
    if (drafts.of(target.key).text === '') drafts.setText(target.key, '/ultracode ')
    end(t('effort.ultracode.use'))
  }
  const cancel = () => end(t('effort.unchanged', { effort: word(sent) }))
  const onKeyDown = (event: KeyboardEvent) => {
    const act = effortAct(event, at, stops.length)
    const isButton = event.target instanceof HTMLButtonElement
    if (act === null || (isButton && act !== 'cancel')) return
    event.preventDefault()
    event.stopPropagation()
    if (act === 'confirm') confirm()
    else if (act === 'cancel') cancel()
    else setAt(act.to)
  }
  const choice = { stops, at, sent, onChange: setAt }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the stops and of the buttons inside it
    <div ref={box} onKeyDown={onKeyDown} className="grid gap-3 py-1">
      {model.fixedEffort === undefined ? null : (
        <p className="text-warn-fg">{t('effort.fixed', { effort: word(model.fixedEffort) })}</p>
      )}
      {width < NARROW ? <EffortList {...choice} /> : <EffortSlider {...choice} />}
      <div className="flex flex-wrap items-center gap-2">
        <span className="grow text-fg-3 text-xs">
          {chosen === 'ultracode' ? t('effort.ultracode.about') : t('effort.active', { effort: word(sent) })}
        </span>
        {target.effort === null ? null : (
          <Button size="small" look="ghost" onClick={() => set(null)}>
            {t('chat.effort.model')}
          </Button>
        )}
        <Button size="small" onClick={cancel}>
          {t('ui.cancel')}
        </Button>
        <Button size="small" look="primary" onClick={confirm}>
          {t(chosen === 'ultracode' ? 'effort.ultracode.write' : 'effort.set')}
        </Button>
      </div>
    </div>
  )
}

/** Shows that a model has no effort. Only its one button and Esc work. */
function NoEffort({ label, onClose }: { readonly label: string | null; readonly onClose: () => void }) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  const leave = () => {
    onClose()
    focusComposer()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    leave()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears Escape on the button inside it
    <div ref={box} onKeyDown={onKeyDown} className="flex items-center gap-2">
      <p className="grow text-fg-2">{t('effort.none', { model: label ?? t('chat.noModel') })}</p>
      <Button size="small" onClick={leave}>
        {t('ui.close')}
      </Button>
    </div>
  )
}
