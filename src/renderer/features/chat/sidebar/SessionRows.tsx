import { useState } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import type { SessionListing } from '#shared/session/session.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Mark, type MarkState } from '../../../ui/Mark.tsx'
import { Row } from '../../../ui/Row.tsx'
import { useAgo } from '../../../ui/time.ts'
import { useApp, useChat } from '../chat-context.ts'
import { RowEdit } from '../RowEdit.tsx'

const FIRST = 6
const MORE = 30

const MARKS: Readonly<Record<Exclude<SessionListing['state'], 'idle'>, MarkState>> = {
  running: 'run',
  waiting: 'wait',
  failed: 'fail',
  stopped: 'stop',
  done: 'done',
}

/** The chats of a project, newest first; the earlier ones come when they are asked for. */
export function SessionRows({ projectId }: { projectId: ProjectId }) {
  const t = useText()
  const { app } = useChat()
  const list = useApp((state) => state.sessions[projectId])
  const [shown, setShown] = useState(FIRST)
  if (list === undefined || list.total === 0) return null
  const rows = list.rows.slice(0, shown)
  const earlier = list.total - rows.length
  const more = () => {
    setShown(shown + MORE)
    if (shown + MORE > list.rows.length)
      app.attempt(app.loadSessions(projectId, Math.min(1_000, shown + MORE)))
  }
  return (
    <ul aria-label={t('chat.sessions')}>
      {rows.map((row) => (
        <li key={row.id}>
          <SessionRow row={row} />
        </li>
      ))}
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

function SessionRow({ row }: { row: SessionListing }) {
  const t = useText()
  const { api, app } = useChat()
  const ago = useAgo()
  const current = useApp((state) => state.openSession === row.id)
  const [renaming, setRenaming] = useState(false)
  if (renaming) {
    const save = (title: string) => {
      setRenaming(false)
      if (title !== row.title)
        app.attempt(api.call('session.update', { sessionId: row.id, changes: { title } }))
    }
    return (
      <RowEdit
        className="h-(--h-row) w-full"
        text={row.title}
        label={t('chat.chatName')}
        onSave={save}
        onCancel={() => setRenaming(false)}
      />
    )
  }
  return (
    <Row
      data-row
      tabIndex={current ? 0 : -1}
      current={current}
      title={row.title}
      onClick={() => app.openSession(row.id, row.projectId)}
      onDoubleClick={() => setRenaming(true)}
      onKeyDown={(event) => {
        if (event.key === 'F2') setRenaming(true)
      }}
      aria-keyshortcuts="F2"
      className="pl-7 text-fg-2 aria-[current]:text-fg"
    >
      {row.state === 'idle' ? null : <Mark state={MARKS[row.state]} className="absolute left-[7px]" />}
      <span className="min-w-0 grow truncate">{row.title === '' ? t('chat.untitled') : row.title}</span>
      <span className="figures whitespace-nowrap text-fg-3 text-xs">{ago(row.updatedAt)}</span>
    </Row>
  )
}
