import type { SessionEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import type { News } from '../../hooks/hook.ts'
import type { Hooks } from '../../hooks/hooks.ts'
import type { HookScenes } from './hook-scenes.ts'

type Deps = {
  readonly subscribe: (
    listener: (sessionId: SessionId, events: readonly SessionEvent[]) => void,
  ) => () => void
  readonly scenes: Pick<HookScenes, 'ofSession'>
  readonly tell: Hooks['tell']
}

/** Forwards log events to hooks. The returned function ends the subscription. */
export function notifyHooks({ subscribe, scenes, tell }: Deps): () => void {
  return subscribe((sessionId, events) => {
    for (const event of events) {
      const news = newsOf(event)
      if (news !== null) tell(news, { ...scenes.ofSession(sessionId), runId: event.runId ?? null })
    }
  })
}

/** Returns the hook notification for an event; null for none. */
function newsOf(event: SessionEvent): News | null {
  switch (event.kind) {
    case 'run.status':
    case 'turn.ended':
    case 'request.retry':
    case 'leaf.moved':
    case 'plan.step':
      return { name: event.kind, data: event.payload }
    case 'compact': {
      const { compactedThrough, tokensBefore, tokensAfter, trigger } = event.payload
      return { name: 'compact', data: { compactedThrough, tokensBefore, tokensAfter, trigger } }
    }
    case 'session.meta': {
      const { archived, deletedAt } = event.payload.changes
      if (archived !== true && (deletedAt ?? null) === null) return null
      return { name: 'session.end', data: { reason: archived === true ? 'archived' : 'deleted' } }
    }
    default:
      return null
  }
}
