import { useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ProjectId } from '#shared/ids.ts'
import type { SessionListing } from '#shared/session/session.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { goesOnBelow, withBelow } from '../../../store/agents/agents-at-work-store.ts'
import { classNames } from '../../../ui/base/class-names.ts'
import { Icon } from '../../../ui/base/Icon.tsx'
import { useAgo, useNow } from '../../../ui/base/time.ts'
import { Mark, type MarkState } from '../../../ui/controls/Mark.tsx'
import { Row } from '../../../ui/lists/Row.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { useApp, useChat } from '../chat-context.ts'
import { RowEdit } from '../RowEdit.tsx'
import { SessionMenu } from './SessionMenu.tsx'
import { type TimeGroup, timeGroups } from './time-groups.ts'

const FIRST = 6
const MORE = 30

const MARKS: Readonly<Record<Exclude<SessionListing['state'], 'idle'>, MarkState>> = {
  running: 'run',
  waiting: 'wait',
  paused: 'limit',
  failed: 'fail',
  stopped: 'stop',
  done: 'done',
}

/** The chats of a project, what is pinned first and then the newest; the earlier ones come when they are asked for. */
export function SessionRows({ projectId }: { projectId: ProjectId }) {
  const t = useText()
  const { app } = useChat()
  const list = useApp((state) => state.sessions[projectId])
  const now = useNow(60_000)
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

function SessionRow({ row }: { row: SessionListing }) {
  const t = useText()
  const { api, app, agentsAtWork } = useChat()
  const below = useStore(agentsAtWork.store, (state) => goesOnBelow(state, row.id))
  const state = withBelow(row.state, below)
  const current = useApp((state) => state.openSession === row.id)
  const [renaming, setRenaming] = useState(false)
  const [menuOpen, setMenuOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // The box that takes the new name comes when the menu has let go of the focus.
  const renameNext = useRef(false)
  if (renaming) {
    const save = (title: string) => {
      setRenaming(false)
      if (title !== row.title)
        app.attempt(api.command('session.update', { sessionId: row.id, changes: { title } }))
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
    <div className="group relative">
      <Row
        ref={button}
        data-row
        tabIndex={current ? 0 : -1}
        current={current}
        title={row.title}
        onClick={() => app.openSession(row.id, row.projectId)}
        onDoubleClick={() => setRenaming(true)}
        onContextMenu={(event) => {
          event.preventDefault()
          setMenuOpen(true)
        }}
        onKeyDown={(event) => {
          if (event.key === 'F2') setRenaming(true)
          const isMenu = event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')
          if (!isMenu) return
          event.preventDefault()
          setMenuOpen(true)
        }}
        aria-keyshortcuts="F2 Shift+F10"
        aria-haspopup="menu"
        className={classNames('pl-7 text-fg-2 aria-[current]:text-fg', row.unread && 'font-semibold text-fg')}
      >
        {state === 'idle' ? null : <Mark state={MARKS[state]} className="absolute left-[7px]" />}
        <SessionLine row={row} />
      </Row>
      <span className="-translate-y-1/2 absolute top-1/2 right-1 opacity-0 focus-within:opacity-100 group-hover:opacity-100 has-[[data-state=open]]:opacity-100">
        <SessionMenu
          row={row}
          open={menuOpen}
          onOpenChange={setMenuOpen}
          onRename={() => {
            renameNext.current = true
          }}
          onClosed={() => {
            if (!renameNext.current) return button.current?.focus()
            renameNext.current = false
            setRenaming(true)
          }}
        />
      </span>
    </div>
  )
}

function SessionLine({ row }: { row: SessionListing }) {
  const t = useText()
  const ago = useAgo()
  return (
    <>
      {row.pinned ? <Icon name="arrow-up" size="xs" className="text-fg-3" /> : null}
      {row.pinned ? <span className="unseen">{t('chats.pinned')}</span> : null}
      <span className="min-w-0 grow truncate">
        {row.title === '' ? t('chat.untitled') : <ForeignText text={row.title} prose />}
      </span>
      {row.trigger === undefined ? null : (
        <span title={t('triggers.badge', { name: row.trigger })} className="flex text-fg-3">
          <Icon name="clock" size="xs" />
          <span className="unseen">{t('triggers.badge', { name: row.trigger })}</span>
        </span>
      )}
      {row.worktree === undefined ? null : (
        <span title={t('worktrees.badge', { branch: row.worktree })} className="flex text-fg-3">
          <Icon name="worktree" size="xs" />
          <span className="unseen">{t('worktrees.badge', { branch: row.worktree })}</span>
        </span>
      )}
      {row.unread ? <span className="unseen">{t('chats.unread')}</span> : null}
      {row.archived ? <span className="font-normal text-fg-3 text-xs">{t('chats.archived')}</span> : null}
      <span className="figures whitespace-nowrap font-normal text-fg-3 text-xs group-hover:opacity-0">
        {ago(row.updatedAt)}
      </span>
    </>
  )
}
