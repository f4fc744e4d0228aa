import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { CallId, EventId, SessionId } from '#shared/ids.ts'
import type { Permission, PermissionRule } from '#shared/permission/rule.ts'
import { parsePlan, planWords } from '#shared/plan/parse-plan.ts'
import type { Interaction } from '#shared/session/interaction.ts'
import type { Message, Synthetic, ToolCallPart } from '#shared/session/message.ts'
import type { Clock } from '../lib/clock.ts'
import type { NewId } from '../lib/ids.ts'
import type { Logger } from '../lib/logger.ts'
import type { OpenedCall, Tool, ToolAct, ToolContext, ToolPlan, ToolResult } from '../tools/tool.ts'
import type { Approvals, Resolution } from './approvals.ts'
import type { RunHandle } from './run-handle.ts'
import { createToolLimit, NO_LIMIT, type ToolLimit } from './tool-limit.ts'
import { unwinding } from './unwind.ts'

/** What the rules say about the acts of a call. The reason is worded for the model. */
export type Verdict = { readonly verdict: Permission; readonly reason: string }

export type ToolCallDeps = {
  readonly tools: readonly Tool[]
  readonly judge: (sessionId: SessionId, tool: string, acts: readonly ToolAct[]) => Verdict
  readonly approvals: Approvals
  readonly contextFor: (
    run: RunHandle,
    callId: CallId,
    eventId: EventId,
  ) => Omit<ToolContext, 'ask' | 'approvePlan' | 'judge'>
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
  /** The longest a tool may act, in milliseconds; waiting for the person does not count. */
  readonly limitMs: number
  /** How long a tool may take to unwind when it is stopped, before it is left behind. */
  readonly unwindMs: number
}

/** What the person answered before the app was closed, in the two places where a call can wait for it. */
export type PriorAnswer = { readonly permission: Resolution | null; readonly question: Resolution | null }

/** `eventId` is where the answer will be stored. */
export type Calling = {
  readonly call: ToolCallPart
  readonly eventId: EventId
  readonly prior: PriorAnswer | null
}

/** Runs one call to its answer. Only the run's own abort makes it reject; every other ending is an answer. */
export async function runToolCall(
  deps: ToolCallDeps,
  run: RunHandle,
  calling: Calling,
): Promise<NewDurableEvent> {
  const { call, eventId } = calling
  let started = deps.clock.elapsed()
  const finish = (result: ToolResult, synthetic: Synthetic | null): NewDurableEvent =>
    answerOf(call, eventId, result, { synthetic, durationMs: Math.round(deps.clock.elapsed() - started) })
  const tool = deps.tools.find((candidate) => candidate.name === call.name)
  const limit = tool?.endsByItself === true ? NO_LIMIT : createToolLimit(deps.clock, deps.limitMs, call.name)
  try {
    if (tool === undefined) return finish(problem(unknownTool(deps.tools, call.name)), null)
    const opened = tool.open(call.args)
    if (!opened.ok) return finish(problem(opened.problem), null)
    const context = contextOf(deps, run, calling, limit)
    const asked = { ...calling, tool, opened: opened.call, context, limit }
    const permission = await permit(deps, run, asked)
    if (permission.refusal !== null) return finish(problem(permission.refusal), 'denied')
    // How long it took is how long it acted; waiting for the person is not its time.
    started = deps.clock.elapsed()
    return finish(await act(deps, run, { ...asked, opened: permission.opened }, permission.fresh), null)
  } catch (error) {
    run.signal.throwIfAborted()
    if (error instanceof AppError) return finish(problem(error.message), null)
    deps.logger.error('A tool failed unexpectedly', error, { tool: call.name })
    return finish(problem(`The tool ${call.name} failed inside the app. Try another way.`), null)
  } finally {
    limit.end()
  }
}

/** The answer of a call that the app gives in the tool's place. */
export function syntheticAnswer(call: ToolCallPart, eventId: EventId, synthetic: Synthetic, text: string) {
  return answerOf(call, eventId, problem(text), { synthetic, durationMs: 0 })
}

/** The answer of a call that is given after its run has ended. */
export function lateAnswer(
  call: ToolCallPart,
  eventId: EventId,
  result: ToolResult,
  synthetic: Synthetic | null,
) {
  return answerOf(call, eventId, result, { synthetic, durationMs: 0 })
}

type Asked = Calling & {
  readonly tool: Tool
  readonly opened: OpenedCall
  readonly context: ToolContext
  readonly limit: ToolLimit
}

/**
 * `refusal` is null when the call may go on, otherwise the words for the model. `fresh` as in `OpenedCall`; `opened` is
 * the call that was allowed, which can be in other words than the model's.
 */
type Permit = {
  readonly refusal: string | null
  readonly fresh: ToolPlan | null
  readonly opened: OpenedCall
}

async function permit(deps: ToolCallDeps, run: RunHandle, asked: Asked): Promise<Permit> {
  const { tool, opened, context, call, prior, limit } = asked
  const plan = await bounded(deps, run, limit, (signal) => opened.plan(context, signal))
  const { verdict, reason } = deps.judge(run.sessionId, tool.name, plan.acts)
  const refusedWith = (refusal: string): Permit => ({ refusal, fresh: null, opened })
  if (verdict === 'deny') return refusedWith(reason)
  if (verdict === 'allow') return { refusal: null, fresh: plan, opened }
  const ask = () => deps.approvals.request(run, askFor(asked, plan, run), run.signal)
  const resolution = prior?.permission ?? (await limit.whilePaused(ask))
  if (resolution.outcome === 'approved') return amended(deps, run, asked, resolution.value)
  const why = resolution.value?.trim() ?? ''
  const said =
    why === '' ? 'The person did not allow this call.' : `The person did not allow this call: ${why}`
  return refusedWith(
    `${said} Do not try ${call.name} with the same arguments again; ask, or find another way.`,
  )
}

/** The person may have changed the words of the call. They are checked and judged like the model's. */
async function amended(
  deps: ToolCallDeps,
  run: RunHandle,
  { tool, opened, context, limit }: Asked,
  words: string | undefined,
): Promise<Permit> {
  if (tool.amendable !== true || words === undefined) return { refusal: null, fresh: null, opened }
  const other = tool.open(jsonOf(words))
  if (!other.ok) return { refusal: other.problem, fresh: null, opened }
  const plan = await bounded(deps, run, limit, (signal) => other.call.plan(context, signal))
  const { verdict, reason } = deps.judge(run.sessionId, tool.name, plan.acts)
  return { refusal: verdict === 'deny' ? reason : null, fresh: null, opened: other.call }
}

function jsonOf(words: string): unknown {
  try {
    return JSON.parse(words)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Foreign code, with the signal that stops it and no more patience than it deserves. */
function bounded<T>(
  deps: ToolCallDeps,
  run: RunHandle,
  limit: ToolLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.any([run.signal, limit.signal])
  return unwinding(work(signal), { signal, graceMs: deps.unwindMs, clock: deps.clock })
}

function askFor(asked: Asked, plan: ToolPlan, run: RunHandle): Omit<Interaction, 'requestId'> {
  const { call, tool, context } = asked
  const proposedRules = plan.acts.flatMap((act): PermissionRule[] =>
    act.proposedRule === null ? [] : [act.proposedRule],
  )
  return {
    what: 'permission',
    prompt: tool.title,
    callId: call.callId,
    tool: tool.name,
    args: call.args,
    agentId: run.record().agentId,
    cwd: context.root,
    proposedRules,
    preview: plan.preview,
  }
}

async function act(
  deps: ToolCallDeps,
  run: RunHandle,
  acting: Asked,
  fresh: ToolPlan | null,
): Promise<ToolResult> {
  const { call, tool, opened, context, eventId, limit } = acting
  const started = deps.clock.elapsed()
  const { callId } = call
  run.live({ kind: 'tool.started', payload: { eventId, callId, toolName: tool.name, args: call.args } })
  let isError = true
  try {
    const result = await bounded(deps, run, limit, (signal) => opened.run(context, signal, fresh))
    isError = result.isError
    return result
  } catch (error) {
    // However the tool words it, it was the limit that stopped it.
    if (!run.signal.aborted) limit.signal.throwIfAborted()
    throw error
  } finally {
    const durationMs = Math.round(deps.clock.elapsed() - started)
    run.live({ kind: 'tool.ended', payload: { eventId, callId, toolName: tool.name, durationMs, isError } })
  }
}

function contextOf(deps: ToolCallDeps, run: RunHandle, calling: Calling, limit: ToolLimit): ToolContext {
  const { call, eventId, prior } = calling
  return {
    ...deps.contextFor(run, call.callId, eventId),
    judge: (act) => deps.judge(run.sessionId, call.name, [act]).verdict,
    ask: async ({ prompt, choices }, signal) => {
      const ask = {
        what: 'question' as const,
        prompt,
        callId: call.callId,
        ...(choices === undefined ? {} : { choices }),
      }
      const request = () => deps.approvals.request(run, ask, AbortSignal.any([run.signal, signal]))
      const { outcome, value } = prior?.question ?? (await limit.whilePaused(request))
      return outcome === 'answered' ? (value ?? '') : 'The person did not answer.'
    },
    approvePlan: async ({ goal, steps }, signal) => {
      if (run.record().goal === true) return { accepted: true, plan: { goal, steps } }
      const ask: Omit<Interaction, 'requestId'> = {
        ...{
          what: 'plan_approval',
          prompt: planWords({ goal, steps }),
          callId: call.callId,
          tool: call.name,
        },
        ...{ agentId: run.record().agentId, preview: { kind: 'plan', goal, steps: [...steps] } },
      }
      const request = () => deps.approvals.request(run, ask, AbortSignal.any([run.signal, signal]))
      const { outcome, value } = prior?.question ?? (await limit.whilePaused(request))
      if (outcome !== 'approved') return { accepted: false, reason: value?.trim() ?? '' }
      return { accepted: true, plan: value === undefined ? { goal, steps } : parsePlan(value, goal) }
    },
  }
}

function answerOf(
  call: ToolCallPart,
  eventId: EventId,
  result: ToolResult,
  { synthetic, durationMs }: { synthetic: Synthetic | null; durationMs: number },
): NewDurableEvent {
  const files = (result.files ?? []).map((file) => ({ t: 'file' as const, ...file }))
  const message: Message = {
    role: 'tool',
    parts: [{ t: 'text', text: result.text }, ...files],
    tool: {
      callId: call.callId,
      name: call.name,
      isError: result.isError,
      durationMs,
      ...(result.outputBlob === undefined ? {} : { outputBlob: result.outputBlob }),
      ...(result.details === undefined ? {} : { details: result.details }),
      ...(synthetic === null ? {} : { synthetic }),
    },
  }
  return { kind: 'message', id: eventId, payload: { message } }
}

const problem = (text: string): ToolResult => ({ text, isError: true })

function unknownTool(tools: readonly Tool[], name: string): string {
  return `There is no tool named ${name}. The tools are: ${tools.map((tool) => tool.name).join(', ')}.`
}
