import type { HookFailure, HookNews, HookPoint, HookSource } from '#shared/hook/hook.ts'
import type { AgentId, CallId, EventId, Millis, ModelRef, ProjectId, RunId, SessionId } from '#shared/ids.ts'
import type { Permission } from '#shared/permission/rule.ts'
import type { RunKind, RunStatus } from '#shared/run/run.ts'
import type { Message } from '#shared/session/message.ts'

/** Side information a hook adds. `by` is the hook; the chain writes it, whatever the hook says. */
export type HookItem = { readonly content: string; readonly by?: string }

/** Inputs and answers of hooks by point. An empty answer is no objection. */
export type HookIO = {
  'session.start': { in: { sessionId: SessionId; resumed: boolean }; out: { inject?: readonly HookItem[] } }
  'prompt.submit': {
    in: { text: string }
    out: { block?: string; text?: string; inject?: readonly HookItem[] }
  }
  'run.start': { in: { runId: RunId; kind: RunKind; agentId: AgentId }; out: { block?: string } }
  'context.transform': { in: { messages: readonly Message[] }; out: { messages?: readonly Message[] } }
  'request.before': {
    in: { model: ModelRef; system: string; messages: readonly Message[]; tools: readonly string[] }
    out: { block?: string }
  }
  'tool.before': {
    in: { callId: CallId; name: string; args: unknown; agentId: AgentId }
    out: { decision?: Permission; args?: unknown; reason?: string }
  }
  'tool.after': {
    in: { callId: CallId; name: string; result: Message }
    out: { result?: Message; inject?: readonly HookItem[] }
  }
  'compact.before': {
    in: { tokens: number; through: EventId }
    out: { block?: string; hint?: string }
  }
  'run.stop': { in: { runId: RunId; status: RunStatus }; out: { continueWith?: string } }
}

export type HookIn<P extends HookPoint> = HookIO[P]['in']
export type HookOut<P extends HookPoint> = HookIO[P]['out']

/** The scene of an event, which determines the applicable hooks. */
export type HookScene = {
  readonly sessionId: SessionId
  readonly runId: RunId | null
  readonly agentId: AgentId
  readonly projectId: ProjectId | null
  readonly cwd: string
}

/** One thing that steps in at one point. */
export type InterceptHook<P extends HookPoint = HookPoint> = {
  readonly [K in P]: {
    readonly point: K
    /** Names it among all there are. */
    readonly key: string
    /** Its name, as a person knows it. */
    readonly owner: string
    readonly source: HookSource
    readonly order: number
    readonly timeoutMs: Millis
    readonly onError: HookFailure
    /** False for what it has nothing to do with, for example another tool than its own. */
    readonly isFor: (input: HookIn<K>) => boolean
    readonly run: (input: HookIn<K>, scene: HookScene, signal: AbortSignal) => Promise<HookOut<K>>
  }
}[P]

/** Something that has happened, for those who only want to know. */
export type News = { readonly name: HookNews; readonly data: unknown }

export type ObserveHook = {
  readonly key: string
  readonly owner: string
  readonly name: HookNews
  readonly timeoutMs: Millis
  readonly hear: (news: News, scene: HookScene, signal: AbortSignal) => Promise<void>
}

/** Everything that steps in or listens at one place. */
export type HookSet = {
  readonly intercept: readonly InterceptHook[]
  readonly observe: readonly ObserveHook[]
}

export const NO_HOOK_SET: HookSet = { intercept: [], observe: [] }

/** Returns the default effect of a failed hook: at guard points a failure blocks. */
export function usualFailure(point: HookPoint): HookFailure {
  return point === 'tool.before' || point === 'request.before' ? 'block' : 'skip'
}
