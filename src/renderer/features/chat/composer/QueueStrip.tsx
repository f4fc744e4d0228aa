import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react'
import type { SessionId } from '#shared/ids.ts'
import type { FilePart } from '#shared/session/message.ts'
import type { QueueItem } from '#shared/session/queue.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useChat, useSession } from '../chat-context.ts'
import { focusComposer } from './composer-focus.ts'
import { QueueEdit } from './QueueEdit.tsx'
import { placeAfterKey } from './queue-moves.ts'
import { useQueueEdit } from './use-queue-edit.ts'

/** Messages that wait their turn: they can be changed, moved, taken out, and released after a stop. */
export function QueueStrip({ sessionId }: { sessionId: SessionId }) {
  const t = useText()
  const { api, app } = useChat()
  const queue = useSession((state) => state.folds.queue)
  const [dragged, setDragged] = useState<QueueItem | null>(null)
  if (queue.length === 0) return null
  const held = queue.filter((item) => item.held).length
  const move = (item: QueueItem, position: number) =>
    app.attempt(api.call('queue.update', { sessionId, itemId: item.itemId, position }))
  const release = () => {
    app.attempt(api.call('queue.release', { sessionId }))
    focusComposer()
  }
  return (
    <div className="mx-2 rounded-t-lg bg-side p-1 inset-ring inset-ring-line-strong">
      {held === 0 ? null : (
        <div className="flex min-h-8 items-center gap-2 pr-1 pl-2 text-fg-2 text-sm">
          <span className="grow">{t('chat.held', { count: held })}</span>
          <Button size="small" onClick={release}>
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
              onKey={(key) => {
                const place = placeAfterKey(key, index, queue.length)
                if (place !== null) move(item, place)
              }}
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
  readonly onKey: (key: string) => void
}

function QueueRow({ sessionId, item, onDrag, onKey }: QueueRowProps) {
  const t = useText()
  const words = useId()
  const { api, app } = useChat()
  const keep = useQueueEdit(sessionId)
  const [editing, setEditing] = useState(false)
  const { itemId, lane, text, files = [], held } = item
  const onGripKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onKey(event.key)
  }
  const save = (changed: string) => {
    setEditing(false)
    keep(itemId, changed)
  }
  const remove = (event: MouseEvent<HTMLElement>) => {
    app.attempt(api.call('queue.delete', { sessionId, itemId }))
    focusBeside(event.currentTarget.closest('li'))
  }
  const when = held ? t('chat.isHeld') : lane === 'steer' ? t('chat.joinsNext') : t('chat.afterRun')
  return (
    <div className="flex min-h-6 items-center gap-2 rounded-sm pr-1 pl-1 text-fg-2 text-sm hover:bg-hover">
      <button
        type="button"
        draggable
        aria-label={t('chat.moveQueued')}
        aria-describedby={words}
        aria-keyshortcuts="ArrowUp ArrowDown"
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
        <QueueEdit
          label={t('chat.editQueued')}
          text={text}
          onSave={save}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <>
          <span id={words} className="flex min-w-0 grow items-center gap-1.5" title={text}>
            {files.length === 0 ? null : <WithPictures files={files} named={text === ''} />}
            <span className="truncate">{text}</span>
          </span>
          <span className="shrink-0 whitespace-nowrap text-fg-3 text-xs">{when}</span>
          {!held && lane === 'steer' ? null : <SendNow sessionId={sessionId} itemId={itemId} words={words} />}
          <IconButton
            icon="edit"
            size="small"
            label={t('chat.editQueued')}
            data-edit
            aria-describedby={words}
            onClick={() => setEditing(true)}
          />
        </>
      )}
      <IconButton
        icon="x"
        size="small"
        label={t('chat.removeQueued')}
        data-remove
        aria-describedby={words}
        onClick={remove}
      />
    </div>
  )
}

type WithPicturesProps = { readonly files: readonly FilePart[]; readonly named: boolean }

/** That pictures go along, and their names where nothing else is said. */
function WithPictures({ files, named }: WithPicturesProps) {
  const t = useText()
  const names = files.map((file) => file.name ?? file.mime).join(', ')
  const words = t('chat.withPictures', { count: files.length })
  return (
    <span className="inline-flex min-w-0 items-center gap-1 text-fg-3" title={names}>
      <Icon name="clip" size="s" />
      <span className="truncate text-xs">{named ? `${words}: ${names}` : words}</span>
    </span>
  )
}

type SendNowProps = {
  readonly sessionId: SessionId
  readonly itemId: QueueItem['itemId']
  /** The id of the words it is about. */
  readonly words: string
}

function SendNow({ sessionId, itemId, words }: SendNowProps) {
  const t = useText()
  const { api, app } = useChat()
  const send = (event: MouseEvent<HTMLElement>) => {
    app.attempt(api.call('queue.sendNow', { sessionId, itemId }))
    focusBeside(event.currentTarget.closest('li'))
  }
  return (
    <IconButton
      icon="enter"
      size="small"
      label={t('chat.sendNow')}
      title={t('chat.sendNowHint')}
      aria-describedby={words}
      onClick={send}
    />
  )
}

/** After a row is taken out, the focus goes to the same button of the next one, so that several can be. */
function focusBeside(row: HTMLElement | null): void {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const button = beside?.querySelector<HTMLElement>('[data-remove]')
  if (button instanceof HTMLElement) button.focus()
  else focusComposer()
}
