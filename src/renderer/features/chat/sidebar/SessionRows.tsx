import { useId, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { ProjectId } from '#shared/ids.ts'
import type { SessionListing } from '#shared/session/session.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { goesOnBelow, withBelow } from '../../../store/agents/agents-at-work-store.ts'
import { type ChatFilter, passes } from '../../../store/chat-filter.ts'
import { useNow } from '../../../ui/base/time.ts'
import { Row } from '../../../ui/lists/Row.tsx'
import { useApp, useChat } from '../chat-context.ts'
import { SessionRow } from './SessionRow.tsx'
import { type TimeGroup, timeGroups } from './time-groups.ts'

const FIRST = 6
const MORE = 30

/** The chats of a project, what is pinned first and then the newest; the earlier ones come when they are asked for. */
export function SessionRows({ projectId }: { projectId: ProjectId }) {
  const t = useText()
  const { app } = useChat()
  const list = useApp((state) => state.sessions[projectId])
  const filter = useApp((state) => state.chatFilter)
  const passing = usePassing(list?.rows ?? NO_ROWS, filter)
  const now = useNow(60_000)
  const [shown, setShown] = useState(FIRST)
  if (list === undefined || list.total === 0) return null
  const isFiltered = filter !== 'all'
  const rows = isFiltered ? list.rows.filter(({ id }) => passing.has(id)) : list.rows.slice(0, shown)
  const earlier = isFiltered ? 0 : list.total - rows.length
  const more = () => {
    setShown(shown + MORE)
    if (shown + MORE > list.rows.length)
      app.attempt(app.loadSessions(projectId, Math.min(1_000, shown + MORE)))
  }
  return (
    <ul aria-label={t('chat.sessions')}>
      {rows.length === 0 ? (
        <li className="flex h-(--h-row) items-center pl-7 text-fg-3 text-sm">{t('chats.filter.none')}</li>
      ) : null}
      {rows.length <= FIRST ? (
        <Listed rows={rows} />
      ) : (
        timeGroups(rows, now).map((each) => <Group key={each.group} {...each} />)
      )}
      {earlier <= 0 ? null : (
        <li>
          <Row data-row tabIndex={-1} onClick={more} className="pl-7 text-fg-3 text-sm">
            {t('chat.earlier', { count: earlier })}
          </Row>
        </li>
      )}
    </ul>
  )
}

const NO_ROWS: readonly SessionListing[] = []

/** Returns the chats that pass a filter, with the agents that work for them. */
function usePassing(rows: readonly SessionListing[], filter: ChatFilter): ReadonlySet<string> {
  const { agentsAtWork } = useChat()
  const ids = useStore(agentsAtWork.store, (state) =>
    rows
      .filter((row) => passes(filter, row, withBelow(row.state, goesOnBelow(state, row.id))))
      .map(({ id }) => id)
      .join(' '),
  )
  return useMemo(() => new Set(ids.split(' ')), [ids])
}

function Listed({ rows }: { rows: readonly SessionListing[] }) {
  return rows.map((row) => (
    <li key={row.id}>
      <SessionRow row={row} />
    </li>
  ))
}

/** Shows a heading per time group in a long list; a short one needs none. */
function Group({ group, rows }: { group: TimeGroup; rows: readonly SessionListing[] }) {
  const t = useText()
  const id = useId()
  return (
    <li>
      <h3 id={id} className="flex h-6 items-end pb-0.5 pl-7 font-medium text-fg-3 text-xs">
        {t(`chats.group.${group}`)}
      </h3>
      <ul aria-labelledby={id}>
        <Listed rows={rows} />
      </ul>
    </li>
  )
}
