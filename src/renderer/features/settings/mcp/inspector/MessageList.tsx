import { useState } from 'react'
import type { McpMessageFilter, McpMessageRow } from '#shared/mcp/inspector.ts'
import type { McpServerListing } from '#shared/mcp/mcp-list.ts'
import { type Query, useQuery } from '../../../../data/use-query.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Switch } from '../../../../ui/controls/Switch.tsx'
import { TextInput } from '../../../../ui/controls/TextInput.tsx'
import { Failure } from '../../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../../ui/panes/Placeholder.tsx'
import type { SettingsProps } from '../../settings-props.ts'
import { type InspectorPane, NO_FILTER } from './inspector-view.ts'
import { MessageTable } from './MessageTable.tsx'

type MessageListProps = Pick<SettingsProps, 'api' | 'app'> & {
  readonly server: Pick<McpServerListing, 'key' | 'projectId'>
  readonly pane: InspectorPane
  readonly onPane: (pane: InspectorPane) => void
}

/** The stored messages of a server, newest first, with a filter. Live: new ones appear as they are stored. */
export function MessageList({ server, pane, onPane, api, app }: MessageListProps) {
  const t = useText()
  const { key, projectId } = server
  const [filter, setFilter] = useState<McpMessageFilter>(NO_FILTER)
  const [older, setOlder] = useState<readonly McpMessageRow[]>([])
  const [isPaused, setPaused] = useState(false)
  const asked = useQuery('mcp.messages', { projectId, key, filter, before: null }, { keep: true })
  const page = usePausable(asked, filter, isPaused)
  const change = (next: Partial<McpMessageFilter>) => {
    setOlder([])
    setFilter({ ...filter, ...next })
  }
  const newest = page?.rows ?? []
  const lowest = older.at(-1)?.id ?? newest.at(-1)?.id ?? null
  const rows = [...newest, ...older.filter(({ id }) => id < (newest.at(-1)?.id ?? 0))]
  const [hasOlder, setHasOlder] = useState(true)
  const more = async () => {
    const next = await api.read('mcp.messages', { projectId, key, filter, before: lowest })
    setOlder([...older, ...next.rows])
    setHasOlder(next.isMore)
  }
  const canShowMore = page?.isMore === true && (older.length === 0 || hasOlder)
  return (
    <section aria-label={t('settings.mcp.tab.messages')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <MessageFilter filter={filter} methods={page?.methods ?? []} onChange={change} />
      <div className="flex flex-wrap items-center gap-3 text-fg-3 text-xs">
        <span className="grow">{t('settings.mcp.inspect.stored', { count: page?.stored ?? 0 })}</span>
        <span className="flex items-center gap-2">
          {t('settings.mcp.inspect.live')}
          <Switch
            label={t('settings.mcp.inspect.liveLong')}
            checked={!isPaused}
            onChange={(on) => setPaused(!on)}
          />
        </span>
        <Button
          size="small"
          icon="trash"
          disabled={page?.stored === 0}
          onClick={() => {
            setOlder([])
            onPane({ kind: 'none' })
            app.attempt(api.command('mcp.clearMessages', { projectId, key }))
          }}
        >
          {t('settings.mcp.inspect.clear')}
        </Button>
      </div>
      {asked.problem === null ? null : <Failure message={asked.problem} onRetry={asked.reload} />}
      {page === null ? (
        asked.problem === null ? (
          <Placeholder rows={6} />
        ) : null
      ) : rows.length === 0 ? (
        <p className="text-fg-2 text-sm">
          {t(page.stored === 0 ? 'settings.mcp.inspect.none' : 'settings.mcp.inspect.noneFit')}
        </p>
      ) : (
        <MessageTable
          rows={rows}
          chosen={pane.kind === 'message' ? pane.id : null}
          onChoose={(id) => onPane({ kind: 'message', id })}
        />
      )}
      {canShowMore ? (
        <div>
          <Button size="small" onClick={() => app.attempt(more())}>
            {t('settings.mcp.inspect.older')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

type MessageFilterProps = {
  readonly filter: McpMessageFilter
  readonly methods: readonly string[]
  readonly onChange: (change: Partial<McpMessageFilter>) => void
}

/** A value of the choice lists that filters nothing. */
const ALL = 'all'
const SENDERS = ['client', 'server'] as const

function MessageFilter({ filter, methods, onChange }: MessageFilterProps) {
  const t = useText()
  const { sender, method, failedOnly, text } = filter
  const senders = [
    { value: ALL, label: t('settings.mcp.inspect.anySender') },
    ...SENDERS.map((value) => ({ value, label: t(`settings.mcp.inspect.from.${value}`) })),
  ]
  const known = [
    { value: ALL, label: t('settings.mcp.inspect.anyMethod') },
    ...methods.map((value) => ({ value, label: value })),
  ]
  return (
    <div className="flex flex-wrap items-center gap-3">
      <TextInput
        quiet
        type="search"
        icon="search"
        aria-label={t('settings.mcp.inspect.search')}
        placeholder={t('settings.mcp.inspect.search')}
        value={text}
        maxLength={200}
        onText={(next) => onChange({ text: next })}
        className="w-56"
      />
      <Select
        look="pick"
        label={t('settings.mcp.inspect.sender')}
        value={sender ?? ALL}
        groups={[{ title: null, options: senders }]}
        onChange={(value) => onChange({ sender: SENDERS.find((each) => each === value) ?? null })}
      />
      <Select
        look="pick"
        label={t('settings.mcp.inspect.method')}
        value={method ?? ALL}
        groups={[{ title: null, options: known }]}
        onChange={(value) => onChange({ method: value === ALL ? null : value })}
      />
      <Checkbox
        label={t('settings.mcp.inspect.failedOnly')}
        checked={failedOnly}
        onChange={(on) => onChange({ failedOnly: on })}
      />
    </div>
  )
}

/** Returns the newest page, or while paused the first page loaded with the filter. */
function usePausable<Page>(
  { state, data }: Query<Page>,
  filter: McpMessageFilter,
  isPaused: boolean,
): Page | null {
  const [held, setHeld] = useState<{ readonly filter: McpMessageFilter; readonly page: Page } | null>(null)
  const isHeld = held !== null && held.filter === filter
  if (!isPaused && held !== null) setHeld(null)
  if (isPaused && !isHeld && state === 'loaded' && data !== null) setHeld({ filter, page: data })
  return isPaused && isHeld ? held.page : data
}
