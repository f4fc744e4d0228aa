import { AppError } from '#shared/errors.ts'
import type { CallId, EventId, SessionId } from '#shared/ids.ts'
import type { Permission } from '#shared/permission/rule.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import type { ToolCallPart } from '#shared/session/message.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import type {
  OpenedCall,
  PathReader,
  Sampled,
  SamplingAsk,
  Tool,
  ToolAct,
  ToolContext,
  ToolPlan,
} from '../../tools/tool.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { HooksOfRun } from '../run/run-hooks.ts'
import { unwinding } from '../run/unwind.ts'
import type { Approvals, Resolution } from './approvals.ts'
import type { ToolLimit } from './tool-limit.ts'

/** The verdict of the rules on a call. The reason is worded for the model; `by` is the source of a denial. */
export type Verdict = {
  readonly verdict: Permission
  readonly reason: string
  readonly by?: 'rule' | 'plan_mode'
}

export type ToolCallDeps = {
  readonly tools: readonly Tool[]
  /**
   * Those of the tools that the model is offered now. A call that is nearly right is read as one of these only, or as
   * one of `deferred`.
   */
  readonly offered: () => readonly Tool[]
  /** Tools that the model can call and that are not in its tool list. */
  readonly deferred: () => readonly Tool[]
  readonly judge: (sessionId: SessionId, tool: string, acts: readonly ToolAct[]) => Verdict
  readonly approvals: Approvals
  readonly hooks: HooksOfRun
  readonly contextFor: (
    run: RunHandle,
    callId: CallId,
    eventId: EventId,
  ) => Omit<ToolContext, 'ask' | 'fill' | 'sample' | 'approveOutside' | 'approvePlan' | 'judge'>
  /** Asks the model of a run for an MCP server. */
  readonly sample: (
    run: RunHandle,
    calling: SampleCall,
    asked: SamplingAsk,
    signal: AbortSignal,
  ) => Promise<Sampled>
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
  /** The longest a tool may act, in milliseconds; waiting for the person does not count. */
  readonly limitMs: number
  /** Grace period of an aborted tool before it is abandoned, in milliseconds. */
  readonly unwindMs: number
  /** Reads paths of calls that lead nowhere. */
  readonly paths: PathReader
  /** A collision-resistant hash of a text. */
  readonly hash: (text: string) => string
  /** Resolves in the next turn of the loop. */
  readonly nextTurn: () => Promise<void>
}

/** The person's answers from before a restart, for the two points where a call can wait. */
export type PriorAnswer = {
  readonly permission: (Resolution & { readonly asked: Interaction }) | null
  readonly question: Resolution | null
}

/** `eventId` is where the answer will be stored. */
export type Calling = {
  readonly call: ToolCallPart
  readonly eventId: EventId
  readonly prior: PriorAnswer | null
}

/** A call of a tool there is, with what it was opened to and all it may use. */
export type Asked = Calling & {
  readonly tool: Tool
  readonly opened: OpenedCall
  readonly context: ToolContext
  readonly limit: ToolLimit
}

/** The call during which a server asks a model. */
export type SampleCall = Pick<Asked, 'call' | 'limit'> & { readonly root: string }

/** Foreign code, with the signal that stops it and no more patience than it deserves. */
export function bounded<T>(
  deps: ToolCallDeps,
  { signal }: ToolLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return unwinding(work(signal), { signal, graceMs: deps.unwindMs, clock: deps.clock })
}

type Planning = {
  readonly tool: Pick<Tool, 'name'>
  readonly context: ToolContext
  readonly limit: Pick<ToolLimit, 'signal'>
}

/** The longest a call may take to say what it would do, in milliseconds. Slow disks answer sooner. */
const PLAN_MS = 20_000

/** Has a call say what it would do. Ends with the run, and with a `tool.timeout` when it takes too long. */
export function planned(
  deps: Pick<ToolCallDeps, 'clock' | 'unwindMs'>,
  { context, ...planning }: Planning,
  opened: OpenedCall,
): Promise<ToolPlan> {
  return looking(deps, planning, (signal) => opened.plan(context, signal))
}

/** Looks at something before a call acts. Ends like `planned`. */
export async function looking<T>(
  deps: Pick<ToolCallDeps, 'clock' | 'unwindMs'>,
  { tool, limit }: Omit<Planning, 'context'>,
  look: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  const cancel = deps.clock.schedule(PLAN_MS, () => late.abort(tooSlow(tool.name)))
  const signal = AbortSignal.any([limit.signal, late.signal])
  try {
    return await unwinding(look(signal), {
      signal,
      graceMs: deps.unwindMs,
      clock: deps.clock,
    })
  } catch (error) {
    if (!limit.signal.aborted) late.signal.throwIfAborted()
    throw error
  } finally {
    cancel()
  }
}

function tooSlow(tool: string): AppError {
  const seconds = PLAN_MS / 1000
  const text = `It took more than ${seconds} seconds to find out what this call of ${tool} would do, so it did not run. Use a smaller one.`
  return AppError.forAgent('tool.timeout', text)
}
