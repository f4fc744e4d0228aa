import type { SessionEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Hooks } from '../../hooks/hooks.ts'
import type { Clock } from '../../lib/clock.ts'
import type { HookScenes } from './hook-scenes.ts'

type Deps = {
  readonly subscribe: (
    listener: (sessionId: SessionId, events: readonly SessionEvent[]) => void,
  ) => () => void
  readonly isChat: (sessionId: SessionId) => boolean
  readonly scenes: Pick<HookScenes, 'ofSession'>
  readonly hooks: Pick<Hooks, 'tell' | 'idle'>
  readonly clock: Pick<Clock, 'after'>
}

/** Maximum time for all hooks together at quit, in milliseconds. Unfinished hooks are then ended. */
export const LAST_WORDS_MS = 2_500

/**
 * Notifies hooks at quit about the end of chats with a run since the app started. The returned function sends
 * the notifications and must be called after the end of every run.
 */
export function tellEndOfChats({ subscribe, isChat, scenes, hooks, clock }: Deps): () => Promise<void> {
  const worked = new Set<SessionId>()
  const leave = subscribe((sessionId, events) => {
    for (const event of events) {
      if (event.kind === 'run.status' && isChat(sessionId)) worked.add(sessionId)
      if (event.kind !== 'session.meta') continue
      const { archived, deletedAt } = event.payload.changes
      // Its end has been told already.
      if (archived === true || (deletedAt ?? null) !== null) worked.delete(sessionId)
    }
  })
  return async () => {
    leave()
    for (const sessionId of worked)
      hooks.tell({ name: 'session.end', data: { reason: 'quit' } }, scenes.ofSession(sessionId))
    const told = new AbortController()
    const late = clock.after(LAST_WORDS_MS, told.signal).catch(() => {})
    await Promise.race([hooks.idle(), late])
    told.abort()
  }
}
