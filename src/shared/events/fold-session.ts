import type { Usage } from '../session/message.ts'
import type { SessionRecord } from '../session/session.ts'
import { addUsage, NO_USAGE } from '../session/usage.ts'
import type { DurableEventOf } from './event.ts'

type SessionEvents = DurableEventOf<'session.created'> | DurableEventOf<'session.meta'>

/** Settings fold over the whole log: a change made on an abandoned branch stays. */
export function foldSession(session: SessionRecord | null, event: SessionEvents): SessionRecord | null {
  if (event.kind === 'session.created') {
    const { payload } = event
    return {
      id: event.sessionId,
      kind: payload.kind,
      meta: payload.meta,
      cwd: payload.cwd,
      deviceId: payload.deviceId,
      parentSessionId: payload.parentSessionId ?? null,
      parentRunId: payload.parentRunId ?? null,
      createdAt: event.ts,
      updatedAt: event.ts,
      lastSeq: event.seq,
      usage: {},
      ...(payload.task === undefined ? {} : { task: payload.task }),
    }
  }
  if (session === null) return null
  const { changes, cwd = session.cwd } = event.payload
  return { ...session, meta: { ...session.meta, ...definedOf(changes) }, cwd }
}

/** Adds what a turn cost to the model that ran it. */
export function chargeSession(
  session: SessionRecord | null,
  model: string | undefined,
  usage: Usage,
): SessionRecord | null {
  if (session === null || model === undefined) return session
  const total = addUsage(session.usage[model] ?? NO_USAGE, usage)
  return { ...session, usage: { ...session.usage, [model]: total } }
}

/** A change that names no value changes nothing. */
function definedOf<T extends object>(changes: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
