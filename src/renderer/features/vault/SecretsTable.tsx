import { type KeyboardEvent, useCallback } from 'react'
import { useStore } from 'zustand'
import type { SecretListing, VaultStatus } from '#shared/vault/secret.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { classNames } from '../../ui/base/class-names.ts'
import { Icon } from '../../ui/base/Icon.tsx'
import { clockText, useAgo } from '../../ui/base/time.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Mark } from '../../ui/controls/Mark.tsx'
import { maskWords } from './mask-words.ts'
import type { PanelView } from './panel-view.ts'
import { type Revealed, useReveal } from './reveal.ts'
import { kindOf, type SecretKind } from './users.ts'
import type { VaultProps } from './vault-props.ts'
import type { Wanted } from './wanted.ts'

type SecretsTableProps = VaultProps & {
  readonly secrets: readonly SecretListing[]
  /** Secrets named in the settings and not added yet. */
  readonly wanted: readonly Wanted[]
  readonly status: VaultStatus | null
  readonly view: PanelView
  readonly onView: (view: PanelView) => void
}

/** One row a secret. Up and Down move between rows. */
export function SecretsTable({ secrets, wanted, status, view, onView, ...props }: SecretsTableProps) {
  const { api, app, toast } = props
  const t = useText()
  const reveal = useReveal(api)
  const keys = useRowKeys()
  const models = useStore(app.store, (state) => state.models)
  const copy = async (name: string) => {
    await api.command('vault.copy', { name })
    toast({ mark: 'done', text: t('vault.copied', { name }), seconds: 5 })
  }
  const chosen = view.kind === 'none' || view.kind === 'add' ? null : view.name
  return (
    <table aria-label={t('vault.secrets')} className="w-full text-left text-sm" onKeyDown={keys}>
      <thead>
        <tr>
          {(['name', 'kind', 'value', 'storedIn', 'usedBy', 'lastUsed'] as const).map((column) => (
            <th
              key={column}
              scope="col"
              className={classNames(HEAD, (column === 'storedIn' || column === 'kind') && 'max-wide:hidden')}
            >
              {t(`vault.column.${column}`)}
            </th>
          ))}
          <th scope="col" className={HEAD}>
            <span className="unseen">{t('vault.column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {secrets.map((secret, index) => (
          <SecretRow
            key={secret.name}
            secret={secret}
            kind={kindOf(secret, models)}
            place={status?.backend === 'file' ? 'file' : 'keychain'}
            on={secret.name === chosen}
            reachable={chosen === null ? index === 0 : secret.name === chosen}
            shown={reveal.shown?.name === secret.name ? reveal.shown : null}
            onView={onView}
            onReveal={() => app.attempt(reveal.toggle(secret.name))}
            onCopy={() => app.attempt(copy(secret.name))}
          />
        ))}
        {wanted.map((each, index) => (
          <WantedRow
            key={each.name}
            wanted={each}
            on={view.kind === 'add' && view.name === each.name}
            reachable={secrets.length === 0 && index === 0}
            onAdd={() => onView({ kind: 'add', name: each.name })}
          />
        ))}
      </tbody>
    </table>
  )
}

const HEAD = 'h-7 whitespace-nowrap border-line border-b px-3 font-medium text-fg-3 text-xs'
const CELL = 'h-10 whitespace-nowrap border-line border-b px-3 text-fg-2 first:rounded-l-sm last:rounded-r-sm'

function useRowKeys() {
  return useCallback((event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-secret]')]
    const at = rows.findIndex((row) => row.closest('tr')?.contains(document.activeElement))
    if (at < 0) return
    event.preventDefault()
    rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.focus()
  }, [])
}

type NameCellProps = {
  readonly name: string
  readonly on: boolean
  readonly reachable: boolean
  readonly onOpen: () => void
}

/** The name of a row, by which the keyboard walks the table. */
function NameCell({ name, on, reachable, onOpen }: NameCellProps) {
  return (
    <td className={classNames(CELL, 'group-data-[on=true]:shadow-[inset_2px_0_0_var(--color-focus)]')}>
      <button
        type="button"
        data-secret
        tabIndex={reachable ? 0 : -1}
        aria-pressed={on}
        onClick={onOpen}
        className="max-w-60 truncate rounded-sm font-medium text-fg"
      >
        {name}
      </button>
    </td>
  )
}

type WantedRowProps = {
  readonly wanted: Wanted
  readonly on: boolean
  readonly reachable: boolean
  readonly onAdd: () => void
}

/** A name that models wait for, with the way to give it a value. */
function WantedRow({ wanted: { name, count }, on, reachable, onAdd }: WantedRowProps) {
  const t = useText()
  return (
    <tr data-on={on} className="group hover:bg-hover data-[on=true]:bg-select-live">
      <NameCell name={name} on={on} reachable={reachable} onOpen={onAdd} />
      <td className={classNames(CELL, 'max-wide:hidden')}>{t('vault.kind.modelKey')}</td>
      <td className={CELL}>
        <NoValue />
      </td>
      <td className={classNames(CELL, 'max-wide:hidden text-fg-3')}>{t('vault.storedIn.nowhere')}</td>
      <td className={CELL}>{t('vault.usedBy', { count })}</td>
      <td className={classNames(CELL, 'text-fg-3')}>{t('vault.never')}</td>
      <td className={classNames(CELL, 'text-right')}>
        <Button size="small" onClick={onAdd}>
          {t('vault.addValue')}
        </Button>
      </td>
    </tr>
  )
}

type SecretRowProps = {
  readonly secret: SecretListing
  readonly kind: SecretKind
  readonly place: 'keychain' | 'file'
  readonly on: boolean
  readonly reachable: boolean
  readonly shown: Revealed | null
  readonly onView: (view: PanelView) => void
  readonly onReveal: () => void
  readonly onCopy: () => void
}

function SecretRow({ secret, kind, place, on, reachable, shown, onView, onReveal, onCopy }: SecretRowProps) {
  const t = useText()
  const ago = useAgo()
  const { name } = secret
  return (
    <tr data-on={on} className="group hover:bg-hover data-[on=true]:bg-select-live">
      <NameCell name={name} on={on} reachable={reachable} onOpen={() => onView({ kind: 'secret', name })} />
      <td className={classNames(CELL, 'max-wide:hidden', kind === 'unused' && 'text-fg-3')}>
        {t(`vault.kind.${kind}`)}
      </td>
      <td className={CELL}>
        <ValueCell secret={secret} shown={shown} />
      </td>
      <td className={classNames(CELL, 'max-wide:hidden')}>
        {secret.present ? (
          <span className="inline-flex items-center gap-1.5 align-middle">
            <Icon name="lock" size="s" />
            {t(`vault.storedIn.${place}`)}
          </span>
        ) : (
          <span className="text-fg-3">{t('vault.storedIn.nowhere')}</span>
        )}
      </td>
      <td className={CELL}>
        {secret.usedBy.length === 0 ? (
          <span className="text-fg-3">{t('vault.usedByNone')}</span>
        ) : (
          t('vault.usedBy', { count: secret.usedBy.length })
        )}
      </td>
      <td className={classNames(CELL, 'figures')}>
        {secret.lastUsedAt === null ? (
          <span className="text-fg-3">{t('vault.never')}</span>
        ) : (
          ago(secret.lastUsedAt)
        )}
      </td>
      <td className={classNames(CELL, 'text-right')}>
        <RowActions
          secret={secret}
          revealed={shown !== null}
          on={on}
          onView={onView}
          onReveal={onReveal}
          onCopy={onCopy}
        />
      </td>
    </tr>
  )
}

function ValueCell({ secret, shown }: { secret: SecretListing; shown: Revealed | null }) {
  const t = useText()
  if (shown !== null) {
    return (
      <span className="inline-flex max-w-80 items-center gap-2 align-middle">
        <code className="select-all truncate text-fg">{shown.value}</code>
        <span className="figures text-warn-fg text-xs">
          {t('vault.hidesIn', { time: clockText(shown.seconds * 1_000) })}
        </span>
      </span>
    )
  }
  return secret.present ? <code className="text-fg-2">{maskWords(secret.mask, t)}</code> : <NoValue />
}

function NoValue() {
  const t = useText()
  return (
    <span className="inline-flex items-center gap-1 align-middle text-bad-fg">
      <Mark state="fail" label={t('vault.missing')} />
      {t('vault.missingHint')}
    </span>
  )
}

type RowActionsProps = Pick<SecretRowProps, 'secret' | 'on' | 'onView' | 'onReveal' | 'onCopy'> & {
  readonly revealed: boolean
}

function RowActions({ secret, revealed, on, onView, onReveal, onCopy }: RowActionsProps) {
  const t = useText()
  const { name } = secret
  if (!secret.present) {
    return (
      <span className="inline-flex gap-1">
        <Button size="small" onClick={() => onView({ kind: 'replace', name })}>
          {t('vault.addValue')}
        </Button>
        <DeleteButton on={on} onClick={() => onView({ kind: 'delete', name })} />
      </span>
    )
  }
  return (
    <span className="inline-flex gap-1">
      <Button size="small" look="ghost" className="px-1.5" onClick={onReveal}>
        {revealed ? t('vault.hide') : t('vault.reveal')}
      </Button>
      <Button size="small" look="ghost" className="px-1.5" onClick={onCopy}>
        {t('vault.copy')}
      </Button>
      <DeleteButton on={on} onClick={() => onView({ kind: 'delete', name })} />
    </span>
  )
}

function DeleteButton({ on, onClick }: { on: boolean; onClick: () => void }) {
  const t = useText()
  return (
    <Button size="small" look={on ? 'ghost-danger' : 'ghost'} className="px-1.5" onClick={onClick}>
      {t('vault.delete')}
    </Button>
  )
}
