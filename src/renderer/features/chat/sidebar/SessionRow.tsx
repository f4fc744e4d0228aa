import { type Ref, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { SessionListing } from '#shared/session/session.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { goesOnBelow, withBelow } from '../../../store/agents/agents-at-work-store.ts'
import { classNames } from '../../../ui/base/class-names.ts'
import { Icon } from '../../../ui/base/Icon.tsx'
import { useAgo } from '../../../ui/base/time.ts'
import { Mark, type MarkState } from '../../../ui/controls/Mark.tsx'
import { Row } from '../../../ui/lists/Row.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { useApp, useChat } from '../chat-context.ts'
import { RowEdit } from '../RowEdit.tsx'
import { dragChat } from '../side/dragged-chat.ts'
import { useSideState } from '../side/side-context.ts'
import { useOpenBeside } from '../side/use-open-beside.ts'
import { RowCheck } from './RowCheck.tsx'
import { SessionMenu } from './SessionMenu.tsx'
import { isChoosing, selectByKey } from './select-by-key.ts'
import { useListChoice } from './selection-context.ts'

const MARKS: Readonly<Record<Exclude<SessionListing['state'], 'idle'>, MarkState>> = {
  running: 'run',
  waiting: 'wait',
  paused: 'limit',
  failed: 'fail',
  stopped: 'stop',
  done: 'done',
}

/** One chat of the list: opened by a click, selected with Ctrl, Shift or its box. */
export function SessionRow({ row }: { row: SessionListing }) {
  const t = useText()
  const { api, app, agentsAtWork } = useChat()
  const below = useStore(agentsAtWork.store, (state) => goesOnBelow(state, row.id))
  const state = withBelow(row.state, below)
  const [renaming, setRenaming] = useState(false)
  const [menuOpen, setMenuOpen] = useState(false)
  const choice = useListChoice()
  const isSelected = choice.selected.has(row.id)
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
      <RowButton
        row={row}
        state={state}
        ref={button}
        onRename={() => setRenaming(true)}
        onMenu={() => setMenuOpen(true)}
      />
      <span
        className={classNames(
          '-translate-y-1/2 absolute top-1/2 left-1.5 flex group-hover:opacity-100',
          choice.selected.size === 0 && 'opacity-0',
        )}
      >
        <RowCheck
          label={t('chats.many.select', { name: row.title === '' ? t('chat.untitled') : row.title })}
          checked={isSelected}
          onToggle={() => choice.toggle(row.id)}
          onRange={(list) => choice.rangeTo(row.id, list)}
        />
      </span>
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

type RowButtonProps = {
  readonly row: SessionListing
  readonly state: SessionListing['state']
  readonly ref: Ref<HTMLButtonElement>
  readonly onRename: () => void
  readonly onMenu: () => void
}

function RowButton({ row, state, ref, onRename, onMenu }: RowButtonProps) {
  const { app } = useChat()
  const current = useApp((known) => known.openSession === row.id)
  const choice = useListChoice()
  const openBeside = useOpenBeside()
  const isBeside = useSideState((side) => side.chat?.id === row.id)
  return (
    <Row
      ref={ref}
      data-row
      tabIndex={current ? 0 : -1}
      current={current}
      title={row.title}
      data-chat={row.id}
      draggable
      onDragStart={({ dataTransfer }) => dragChat(dataTransfer, { id: row.id, projectId: row.projectId })}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey) return choice.toggle(row.id)
        const list = event.currentTarget.closest('aside')
        if (event.shiftKey && list !== null) return choice.rangeTo(row.id, list)
        choice.clear()
        app.openSession(row.id, row.projectId)
      }}
      onDoubleClick={(event) => {
        if (!isChoosing(event)) onRename()
      }}
      onContextMenu={(event) => {
        event.preventDefault()
        onMenu()
      }}
      onKeyDown={(event) => {
        if (selectByKey(event, row.id, choice)) return
        if (event.key === 'Enter' && event.altKey) {
          event.preventDefault()
          return openBeside(row.id, row.projectId)
        }
        if (event.key === 'F2') onRename()
        const isMenu = event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')
        if (!isMenu) return
        event.preventDefault()
        onMenu()
      }}
      aria-keyshortcuts="F2 Shift+F10 Alt+Enter Control+Space Shift+ArrowDown Shift+ArrowUp"
      aria-haspopup="menu"
      className={classNames(
        'pl-7 text-fg-2 aria-[current]:text-fg',
        isBeside && 'bg-select text-fg',
        row.unread && 'font-semibold text-fg',
        choice.selected.has(row.id) && 'bg-select-live hover:bg-select-live',
      )}
    >
      {state === 'idle' ? null : (
        <Mark
          state={MARKS[state]}
          className={classNames(
            'absolute left-[7px] group-hover:opacity-0',
            choice.selected.size > 0 && 'opacity-0',
          )}
        />
      )}
      <SessionLine row={row} />
    </Row>
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
