import { type KeyboardEvent, useCallback } from 'react'
import type { ModelListing } from '#shared/model/model.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import type { ModelView } from './model-view.ts'

type ModelsTableProps = {
  readonly models: readonly ModelListing[]
  readonly view: ModelView
  readonly onView: (view: ModelView) => void
  readonly onAddKey: () => void
}

const HEAD = 'h-7 whitespace-nowrap border-line border-b px-3 font-medium text-fg-3 text-xs'
const CELL = 'h-11 whitespace-nowrap border-line border-b px-3 text-fg-2'

/** Every model that can answer. Up and Down move between rows. */
export function ModelsTable({ models, view, onView, onAddKey }: ModelsTableProps) {
  const t = useText()
  const chosen = view.kind === 'model' ? view.ref : null
  const keys = useCallback((event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-model]')]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    if (step === undefined || at < 0) return
    event.preventDefault()
    rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.focus()
  }, [])
  return (
    <table
      aria-label={t('settings.models')}
      onKeyDown={keys}
      className="-mx-3 w-[calc(100%+24px)] text-left text-sm"
    >
      <thead>
        <tr>
          <th scope="col" className={HEAD}>
            {t('settings.column.name')}
          </th>
          <th scope="col" className={classNames(HEAD, 'text-right')}>
            {t('settings.column.context')}
          </th>
          <th scope="col" className={HEAD}>
            {t('settings.column.key')}
          </th>
          <th scope="col" className={classNames(HEAD, 'text-right @max-[660px]:hidden')}>
            {t('settings.column.price')}
          </th>
          <th scope="col" className={HEAD}>
            {t('settings.column.state')}
          </th>
        </tr>
      </thead>
      <tbody>
        {models.map((model, index) => (
          <ModelRow
            key={model.ref}
            model={model}
            on={model.ref === chosen}
            reachable={chosen === null ? index === 0 : model.ref === chosen}
            onChoose={() => onView({ kind: 'model', ref: model.ref })}
            onAddKey={onAddKey}
          />
        ))}
      </tbody>
    </table>
  )
}

type ModelRowProps = {
  readonly model: ModelListing
  readonly on: boolean
  readonly reachable: boolean
  readonly onChoose: () => void
  readonly onAddKey: () => void
}

function ModelRow({ model, on, reachable, onChoose, onAddKey }: ModelRowProps) {
  const t = useText()
  const numbers = useNumbers()
  return (
    <tr data-on={on} className="group hover:bg-hover data-[on=true]:bg-select-live">
      <td className={classNames(CELL, 'group-data-[on=true]:shadow-[inset_2px_0_0_var(--color-focus)]')}>
        <span className="flex items-center gap-2">
          <button
            type="button"
            data-model
            tabIndex={reachable ? 0 : -1}
            aria-pressed={on}
            onClick={onChoose}
            className="min-w-0 max-w-60 truncate rounded-sm font-medium text-fg"
          >
            {model.label}
          </button>
          <SourceChip model={model} />
          {model.isDefault ? <Chip size="small">{t('settings.default')}</Chip> : null}
        </span>
      </td>
      <td className={classNames(CELL, 'figures text-right')}>{numbers.short(model.contextWindow)}</td>
      <td className={CELL}>
        {model.apiKeyRef === null ? (
          <span className="text-fg-3">{t('settings.key.none')}</span>
        ) : (
          <span className={classNames('plain-code', model.key === 'missing' && 'text-bad-fg')}>
            {model.apiKeyRef}
          </span>
        )}
      </td>
      <td className={classNames(CELL, 'figures text-right @max-[660px]:hidden')}>
        <Price model={model} />
      </td>
      <td className={CELL}>
        <ModelState model={model} onAddKey={onAddKey} />
      </td>
    </tr>
  )
}

function SourceChip({ model }: { model: ModelListing }) {
  const t = useText()
  if (model.source === 'builtin') return <Chip size="small">{t('settings.source.builtin')}</Chip>
  if (model.source === 'detected') return <Chip size="small">{t('settings.source.detected')}</Chip>
  return <span className="text-fg-3 text-xs">{model.provider}</span>
}

function Price({ model }: { model: ModelListing }) {
  const t = useText()
  const numbers = useNumbers()
  const { inputPrice, outputPrice, plan } = model
  if (plan !== undefined) return t('settings.price.plan')
  if (inputPrice === null || outputPrice === null) {
    return <span className="text-fg-3">{t('settings.price.unknown')}</span>
  }
  if (inputPrice === 0 && outputPrice === 0) return t('settings.price.free')
  return t('settings.price.both', {
    input: numbers.dollars(inputPrice),
    output: numbers.dollars(outputPrice),
  })
}

function ModelState({ model, onAddKey }: { model: ModelListing; onAddKey: () => void }) {
  const t = useText()
  if (model.key === 'missing') {
    return (
      <span className="inline-flex items-center gap-1 align-middle text-bad-fg">
        <Mark state="fail" label={t('settings.state.noKey')} />
        {t('settings.state.noKey')}
        <Button size="small" className="ml-2 text-fg" onClick={onAddKey}>
          {t('settings.addKey')}
        </Button>
      </span>
    )
  }
  return (
    <span className="inline-flex items-center gap-1 align-middle">
      <Mark state="done" />
      {model.source === 'builtin' ? t('settings.state.practice') : t('settings.state.ready')}
    </span>
  )
}
