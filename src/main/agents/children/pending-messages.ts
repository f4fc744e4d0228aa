import type { NewDurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Sessions } from '../../runs/chats/sessions.ts'
import { type HooksOfRun, hookItem } from '../../runs/run/run-hooks.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import { lookedAt } from '../../runs/turns/steer.ts'
import { promptEvent } from './prompt-event.ts'
import { contextIn } from './resume-child.ts'

export type PendingDeps = {
  readonly log: RunLog
  readonly sessions: Pick<Sessions, 'get'>
  /** Returns the hooks for an agent's session. */
  readonly hooksAt: (sessionId: SessionId) => Promise<HooksOfRun>
  /** The end of the app. */
  readonly signal: AbortSignal
}

/**
 * Passes the person's messages to an idle agent through hooks before it resumes. Otherwise a run would start
 * for nothing and report an empty end.
 */
export function createPendingMessages({ log, sessions, hooksAt, signal }: PendingDeps) {
  return {
    /** Returns the events to resume with. Rejects with the reason when a hook denies the message. */
    words: async (sessionId: SessionId, text: string): Promise<readonly NewDurableEvent[]> => {
      const hooks = await hooksAt(sessionId)
      const { input, out } = await hooks.ask('prompt.submit', { text }, signal)
      const added = (out.inject ?? []).map((item) => hookItem('prompt.submit', item))
      return [
        promptEvent(input.text),
        ...added.map((payload): NewDurableEvent => ({ kind: 'harness.item', payload })),
      ]
    },
    /** Returns the pending messages to resume with; they stay queued until then. Null when hooks deny all. */
    waiting: async (sessionId: SessionId): Promise<readonly NewDurableEvent[] | null> => {
      const hooks = await hooksAt(sessionId)
      // Without any the run takes it up in the moment in which it begins.
      if (!hooks.has('prompt.submit')) return []
      const { id: contextId } = contextIn(log, sessions.get(sessionId))
      const publish = (events: readonly NewDurableEvent[]) =>
        log.publish(
          sessionId,
          events.map((event) => ({ contextId, ...event })),
        )
      const conversation = { sessionId, signal, publish }
      const joined = await lookedAt(log, conversation, hooks)
      if (joined.length > 0) return [...joined, ...hooks.taken()]
      hooks.take(conversation)
      return null
    },
  }
}
