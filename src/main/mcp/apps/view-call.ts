import { randomUUID } from 'node:crypto'
import type { CallId, SessionId } from '#shared/ids.ts'
import type { Permission } from '#shared/permission/rule.ts'

/** A call that a view asked for, as hooks see it. */
export type ViewCall = {
  readonly sessionId: SessionId
  readonly callId: CallId
  /** The name by which models call the tool. */
  readonly name: string
}

/** The hooks around calls of views. */
export type ViewHooks = {
  /** Returns the decision, and the arguments of the view or others in their place. They are not checked. */
  readonly before: (
    call: ViewCall,
    args: unknown,
    signal: AbortSignal,
  ) => Promise<{ readonly decision: Permission; readonly reason: string; readonly args: unknown }>
  /** Returns the result for the view: that of the server, or the text that a hook put in its place. */
  readonly after: (call: ViewCall, value: unknown, signal: AbortSignal) => Promise<unknown>
}

/** Creates an id for a call that is in no transcript. */
export const viewCallId = (): CallId => `view_${randomUUID()}`
