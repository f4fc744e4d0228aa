import { useState } from 'react'
import { useStore } from 'zustand'
import { AUDIT_GROUPS, type AuditEntry, type AuditGroup, actName } from '#shared/audit/audit.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { oneOf } from '../../ui/base/one-of.ts'
import { useDateText } from '../../ui/base/time.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { EmptyState } from '../../ui/panes/EmptyState.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'
import { SectionHead } from './SectionHead.tsx'
import type { SettingsProps } from './settings-props.ts'

/** The acts of one answer. */
const PAGE = 50
const NONE: readonly AuditEntry[] = []

/** Rows behind the newest ones, and the filter they were asked with. */
type Older = { readonly group: AuditGroup | null; readonly rows: readonly AuditEntry[] }

/** The audit trail: acts of the person that change rights, move data or end work. */
export function AuditSection({ api, app, toast }: SettingsProps) {
  const t = useText()
  const [group, setGroup] = useState<AuditGroup | null>(null)
  const [older, setOlder] = useState<Older>({ group, rows: NONE })
  const asked = useQuery('audit.list', { group, before: null, limit: PAGE })
  const newest = asked.data?.entries ?? NONE
  const entries = [...newest, ...(older.group === group ? older.rows : NONE)]
  const more = async () => {
    const before = entries.at(-1)?.id ?? null
    const page = await api.read('audit.list', { group, before, limit: PAGE })
    // The answer may come after another filter was chosen, and twice after two quick clicks.
    setOlder((known) => {
      const rows = known.group === group ? known.rows : NONE
      const isNext = before === null || rows.length === 0 || rows.at(-1)?.id === before
      return isNext ? { group, rows: [...rows, ...page.entries] } : known
    })
  }
  const save = async () => {
    const saved = await api.command('audit.export', { group })
    if (saved !== null)
      toast({ mark: 'done', text: t('audit.exported', { file: saved.fileName }), seconds: 5 })
  }
  const options = AUDIT_GROUPS.map((each) => ({ value: each, label: t(`audit.group.${each}`) }))
  return (
    <>
      <SectionHead
        title={t('settings.audit')}
        hint={t('audit.hint')}
        action={
          <Button disabled={entries.length === 0} onClick={() => app.attempt(save())}>
            {t('audit.export')}
          </Button>
        }
      />
      <div>
        <Select
          label={t('audit.show')}
          icon="filter"
          value={group ?? 'all'}
          groups={[{ title: null, options: [{ value: 'all', label: t('audit.group.all') }, ...options] }]}
          onChange={(value) => {
            const chosen = oneOf(AUDIT_GROUPS, value)
            setOlder({ group: chosen, rows: NONE })
            setGroup(chosen)
          }}
        />
      </div>
      {asked.problem === null ? null : <Failure message={asked.problem} onRetry={asked.reload} />}
      {asked.data === null ? (
        asked.problem === null ? (
          <Placeholder rows={6} />
        ) : null
      ) : entries.length === 0 ? (
        <EmptyState icon="eye" title={t('audit.empty')}>
          {t('audit.emptyWhy')}
        </EmptyState>
      ) : (
        <>
          <ActList app={app} entries={entries} />
          <p className="flex items-center gap-3 text-fg-3 text-xs">
            {t('audit.shown', { shown: entries.length, total: asked.data.total })}
            {entries.length < asked.data.total ? (
              <Button size="small" onClick={() => app.attempt(more())}>
                {t('audit.more')}
              </Button>
            ) : null}
          </p>
        </>
      )}
    </>
  )
}

type ActListProps = Pick<SettingsProps, 'app'> & { readonly entries: readonly AuditEntry[] }

function ActList({ app, entries }: ActListProps) {
  const t = useText()
  const dateText = useDateText()
  const projects = useStore(app.store, (state) => state.projects)
  return (
    <ul
      aria-label={t('audit.list')}
      className="overflow-hidden rounded-lg border border-line-strong bg-raised shadow-card"
    >
      {entries.map(({ id, at, call, by, about, projectId }) => (
        <li
          key={id}
          className="grid grid-cols-[168px_minmax(0,1fr)] items-baseline gap-x-3 border-line px-4 py-2 text-sm [&+li]:border-t"
        >
          <span className="figures text-fg-3 text-xs">{dateText(at)}</span>
          <span className="min-w-0 break-words">
            <span className="font-medium">{t(`audit.call.${actName(call)}`)}</span>
            <span className="ml-2 text-fg-3 text-xs">
              {[
                about,
                projects.find((project) => project.id === projectId)?.name ?? '',
                by === 'commandLine' ? t('audit.commandLine') : '',
              ]
                .filter((part) => part !== '')
                .join(' · ')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
