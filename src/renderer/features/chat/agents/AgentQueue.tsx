import { useEffect, useRef, useState } from 'react'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { QueueItem } from '#shared/session/queue/queue.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useChat, useSession } from '../chat-context.ts'
import { focusComposer } from '../composer/composer-focus.ts'
import { QueueBox } from '../composer/queue/QueueBox.tsx'
import { QueueRow } from '../composer/queue/QueueRow.tsx'
import { hearingOf, newsOf, staying, waitsFor } from './waiting-words.ts'

const NOTHING: readonly QueueItem[] = []

/**
 * Shows an agent's pending messages. It reads them all together, so they cannot be reordered. An ended agent
 * can be resumed with them.
 */
export function AgentQueue({ run }: { run: AgentRun }) {
  const t = useText()
  const { api, app } = useChat()
  const { sessionId, title } = run
  const queue = useSession((state) => (state.sessionId === sessionId ? state.folds.queue : NOTHING))
  const stays = staying(queue, run)
  const release = () => {
    app.attempt(api.command('queue.release', { sessionId }))
    focusComposer()
  }
  return (
    <>
      <HearingTold title={title} />
      {queue.length === 0 ? null : (
        <QueueBox
          label={t('children.words', { title })}
          stays={
            stays === null
              ? null
              : {
                  words: t(`children.words.${stays.why}`, { title, count: stays.count }),
                  act:
                    stays.why === 'held'
                      ? t('chat.release')
                      : t('children.words.goOn', { count: stays.count }),
                  onAct: release,
                }
          }
        >
          {queue.map((item) => (
            <li key={item.itemId}>
              <QueueRow
                sessionId={sessionId}
                item={item}
                when={t(`children.words.until.${waitsFor(item, run)}`)}
              />
            </li>
          ))}
        </QueueBox>
      )}
    </>
  )
}

/** Announces pending and delivered messages to screen readers; others see them. */
function HearingTold({ title }: { title: string }) {
  const t = useText()
  const { store } = useChat().session
  const [text, setText] = useState('')
  const before = useRef(hearingOf(store.getState()))
  useEffect(
    () =>
      store.subscribe((state) => {
        const now = hearingOf(state)
        const news = newsOf(before.current, now)
        before.current = now
        if (news !== null) setText(t(`children.words.told.${news}`, { title, count: now.waiting }))
      }),
    [store, t, title],
  )
  return (
    <p role="status" className="unseen">
      {text}
    </p>
  )
}
