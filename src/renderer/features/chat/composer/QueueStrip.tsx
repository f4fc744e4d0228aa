import { type KeyboardEvent, useState } from 'react'
import type { SessionId } from '#shared/ids.ts'
import type { QueueItem } from '#shared/session/queue.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useChat, useSession } from '../chat-context.ts'
import { RowEdit } from '../RowEdit.tsx'

/** Messages that wait their turn: they can be changed, moved, taken out, and released after a stop. */
export function QueueStrip({ sessionId }: { sessionId: SessionId }) {
  const t = useText()
  const { api, app } = useChat()
  const queue = useSession((state) => state.folds.queue)
  const [dragged, setDragged] = useState<QueueItem | null>(null)
  if (queue.length === 0) return null
  const held = queue.filter((item) => item.held).length
  const move = (item: QueueItem, position: number) =>
    app.attempt(api.call('queue.update', { sessionId, itemId: item.itemId, position: Math.max(0, position) }))
  return (
    <div className="mx-2 rounded-t-lg bg-side p-1 inset-ring inset-ring-line-strong">
      {held === 0 ? null : (
        <div className="flex min-h-6 items-center gap-2 pl-2 text-fg-2 text-sm">
          <span className="grow">{t('chat.held', { count: held })}</span>
          <Button size="small" onClick={() => app.attempt(api.call('queue.release', { sessionId }))}>
            {t('chat.release')}
          </Button>
        </div>
      )}
      <ul aria-label={t('chat.queued')} className="max-h-[30vh] overflow-y-auto">
        {queue.map((item, index) => (
          <li
            key={item.itemId}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={() => {
              if (dragged !== null && dragged.itemId !== item.itemId) move(dragged, index)
              setDragged(null)
            }}
          >
            <QueueRow
              sessionId={sessionId}
              item={item}
              onDrag={setDragged}
              onStep={(step) => move(item, index + step)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

type QueueRowProps = {
  readonly sessionId: SessionId
  readonly item: QueueItem
  readonly onDrag: (item: QueueItem | null) => void
  readonly onStep: (step: 1 | -1) => void
}

function QueueRow({ sessionId, item, onDrag, onStep }: QueueRowProps) {
  const t = useText()
  const { api, app } = useChat()
  const [editing, setEditing] = useState(false)
  const { itemId, lane, text, held } = item
  const onGripKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onStep(event.key === 'ArrowUp' ? -1 : 1)
  }
  const save = (changed: string) => {
    setEditing(false)
    app.attempt(api.call('queue.update', { sessionId, itemId, text: changed }))
  }
  const when = held ? t('chat.isHeld') : lane === 'steer' ? t('chat.joinsNext') : t('chat.afterRun')
  return (
    <div className="flex min-h-6 items-center gap-2 rounded-sm pr-1 pl-1 text-fg-2 text-sm hover:bg-hover">
      <button
        type="button"
        draggable
        aria-label={t('chat.moveQueued')}
        onDragStart={() => onDrag(item)}
        onDragEnd={() => onDrag(null)}
        onKeyDown={onGripKey}
        className="grid size-6 cursor-grab place-items-center rounded-sm text-fg-3"
      >
        <Icon name="grip" size="s" />
      </button>
      <span className="w-11 shrink-0 font-medium text-fg-3 text-xs">
        {lane === 'steer' ? t('chat.steer') : t('chat.queue')}
      </span>
      {editing ? (
        <RowEdit
          className="h-6"
          label={t('chat.editQueued')}
          text={text}
          onSave={save}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <>
          <span className="min-w-0 grow truncate">{text}</span>
          <span className="shrink-0 whitespace-nowrap text-fg-3 text-xs">{when}</span>
          <IconButton
            icon="edit"
            size="small"
            label={t('chat.editQueued')}
            onClick={() => setEditing(true)}
          />
        </>
      )}
      <IconButton
        icon="x"
        size="small"
        label={t('chat.removeQueued')}
        onClick={() => app.attempt(api.call('queue.delete', { sessionId, itemId }))}
      />
    </div>
  )
}
