import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { SessionId } from '#shared/ids.ts'
import type { QueueItem } from '#shared/session/queue/queue.ts'
import { type Text, useText } from '../../../../messages/TextProvider.tsx'
import { Icon } from '../../../../ui/base/Icon.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { useChat, useSession } from '../../chat-context.ts'
import { focusAfterRow, focusComposer } from '../composer-focus.ts'
import { QueueBox } from './QueueBox.tsx'
import { QueueRow } from './QueueRow.tsx'
import { placeAfterKey } from './queue-moves.ts'

/** Messages that wait their turn: they can be changed, moved, taken out, and released after a stop. */
export function QueueStrip({ sessionId }: { sessionId: SessionId }) {
  const t = useText()
  const { api, app } = useChat()
  const queue = useSession((state) => state.folds.queue)
  const [dragged, setDragged] = useState<QueueItem | null>(null)
  if (queue.length === 0) return null
  const held = queue.filter((item) => item.held).length
  const move = (item: QueueItem, position: number) =>
    app.attempt(api.command('queue.update', { sessionId, itemId: item.itemId, position }))
  const release = () => {
    app.attempt(api.command('queue.release', { sessionId }))
    focusComposer()
  }
  const stays =
    held === 0 ? null : { words: t('chat.held', { count: held }), act: t('chat.release'), onAct: release }
  return (
    <QueueBox label={t('chat.queued')} stays={stays}>
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
            when={whenOf(item, t)}
            before={(words) => (
              <Place
                item={item}
                words={words}
                onDrag={setDragged}
                onKey={(key) => {
                  const place = placeAfterKey(key, index, queue.length)
                  if (place !== null) move(item, place)
                }}
              />
            )}
            more={(words) =>
              !item.held && item.lane === 'steer' ? null : (
                <SendNow sessionId={sessionId} itemId={item.itemId} words={words} />
              )
            }
          />
        </li>
      ))}
    </QueueBox>
  )
}

function whenOf({ held, lane }: QueueItem, t: Text): string {
  if (held) return t('chat.isHeld')
  return lane === 'steer' ? t('chat.joinsNext') : t('chat.afterRun')
}

type PlaceProps = {
  readonly item: QueueItem
  /** The id of its words. */
  readonly words: string
  readonly onDrag: (item: QueueItem | null) => void
  readonly onKey: (key: string) => void
}

/** Shows the position of a message in the queue and its lane. */
function Place({ item, words, onDrag, onKey }: PlaceProps) {
  const t = useText()
  const onGripKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onKey(event.key)
  }
  return (
    <>
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
        {item.lane === 'steer' ? t('chat.steer') : t('chat.queue')}
      </span>
    </>
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
    app.attempt(api.command('queue.sendNow', { sessionId, itemId }))
    focusAfterRow(event.currentTarget.closest('li'))
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
