import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import { readDraft } from '#shared/mcp/form-draft.ts'
import type { FormAnswer, ServerForm } from '#shared/mcp/server-form.ts'
import { parseJson } from '#shared/parse-json.ts'
import { parsePlan } from '#shared/plan/parse-plan.ts'
import { planWords } from '#shared/plan/plan-words.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import { OUTSIDE_ONCE } from '#shared/session/interactions/outside-once.ts'
import { storedQuestions } from '#shared/session/interactions/question-words.ts'
import type { ToolCallPart } from '#shared/session/message.ts'
import { unknownToolWords } from '../../tools/reading/fault-words.ts'
import type { OpenedCall, Tool, ToolContext, ToolPlan, ToolResult } from '../../tools/tool.ts'
import { answerOf, problem, type Whose } from '../run/call-answer.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { Resolution } from './approvals.ts'
import { type Asked, bounded, type Calling, type ToolCallDeps } from './calling.ts'
import { type CorrectedPath, correctPath, withSimilarPaths } from './correct-path.ts'
import { afterCall } from './hooked-call.ts'
import { type Permit, permit, permitOutright } from './permit-call.ts'
import { createToolLimit, runsOn, type ToolLimit } from './tool-limit.ts'

/** Runs one call to its answer. Only the run's own abort makes it reject; every other ending is an answer. */
export function runToolCall(deps: ToolCallDeps, run: RunHandle, calling: Calling): Promise<NewDurableEvent> {
  return carryOut<never>(deps, run, calling, (asked) => permit(deps, run, asked))
}

/** Runs a call that needs no approval; null, without effects, when it needs one. */
export function runOutright(
  deps: ToolCallDeps,
  run: RunHandle,
  calling: Calling,
): Promise<NewDurableEvent | null> {
  return carryOut(deps, run, calling, (asked) => permitOutright(deps, run, asked))
}

async function carryOut<None extends null = never>(
  deps: ToolCallDeps,
  run: RunHandle,
  calling: Calling,
  mayAct: (asked: Asked) => Promise<Permit | None>,
): Promise<NewDurableEvent | None> {
  const { call, eventId } = calling
  const tool = deps.tools.find((candidate) => candidate.name === call.name)
  const limit = limitOf(deps, run, call, tool)
  let took = actingTime(deps, limit)
  let meant: CorrectedPath | null = null
  const finish = (result: ToolResult, whose: Whose = {}): NewDurableEvent =>
    answerOf(call, eventId, result, { ...whose, ...takenPath(meant), durationMs: took() })
  try {
    if (call.written?.problem !== undefined) return finish(problem(call.written.problem))
    if (tool === undefined) return finish(problem(unknownTool(deps, call.name)))
    const opened = tool.open(call.args)
    if (!opened.ok) return finish(problem(opened.problem))
    const place = { tool, context: contextOf(deps, run, calling, limit), limit }
    meant = await correctPath(deps, calling, place)
    const asked = { ...calling, ...place, ...openedAs(calling, opened.call, tool, meant) }
    const permission = await mayAct(asked)
    if (permission === null) return permission
    if (permission.refusal !== null) {
      const { words, by } = permission.refusal
      return finish(problem(words), { synthetic: 'denied', ...(by === null ? {} : { refusedBy: by }) })
    }
    took = actingTime(deps, limit)
    const result = await act(deps, run, { ...asked, opened: permission.opened }, permission.fresh)
    const told = toldOf(asked.call, { permission, meant }, result)
    return await limit.whilePaused(() => afterCall(deps.hooks, run, finish(told)))
  } catch (error) {
    run.signal.throwIfAborted()
    if (error instanceof AppError) return finish(problem(await withSimilarPaths(deps, run, error, calling)))
    deps.logger.error('A tool failed unexpectedly', error, { tool: call.name })
    return finish(problem(`The tool ${call.name} failed inside the app. Try another way.`))
  } finally {
    limit.end()
  }
}

/** Measures the execution time of a call without waiting for the person. */
function actingTime({ clock }: ToolCallDeps, limit: ToolLimit): () => number {
  const acted = () => clock.elapsed() - limit.pausedMs()
  const began = acted()
  return () => Math.max(0, Math.round(acted() - began))
}

function limitOf(
  { clock, limitMs }: ToolCallDeps,
  run: RunHandle,
  { name }: ToolCallPart,
  tool: Tool | undefined,
) {
  if (tool?.endsByItself === true) return runsOn(clock, run.signal)
  return createToolLimit(clock, { run: run.signal, limitMs, tool: name })
}

/** Replaces the path of a call with the corrected one and opens it again. */
function openedAs({ call }: Calling, opened: OpenedCall, tool: Tool, meant: CorrectedPath | null) {
  if (meant === null) return { call, opened }
  const other = tool.open(meant.args)
  return other.ok ? { call: { ...call, args: meant.args }, opened: other.call } : { call, opened }
}

const takenPath = (meant: CorrectedPath | null): Whose =>
  meant === null ? {} : { path: { given: meant.given, taken: meant.taken } }

type Read = { readonly permission: Permit; readonly meant: CorrectedPath | null }

/** Adds notes for the model when the executed call differs from its request. */
function toldOf({ written }: ToolCallPart, { permission, meant }: Read, result: ToolResult): ToolResult {
  const path = meant === null ? [] : [`${meant.given} was read as ${meant.taken}`]
  const notes = [...path, ...(written?.notes ?? [])].map((note) => `(${note})`)
  const text = [result.text, ...notes].filter((line) => line !== '').join('\n')
  if (!('changed' in permission)) return notes.length === 0 ? result : { ...result, text }
  const changed = `(A hook changed the arguments of this call to ${JSON.stringify(permission.changed)})`
  return { ...result, text: `${text}\n\n${changed}` }
}

async function act(
  deps: ToolCallDeps,
  run: RunHandle,
  acting: Asked,
  fresh: ToolPlan | null,
): Promise<ToolResult> {
  const { call, tool, opened, context, eventId, limit } = acting
  const took = actingTime(deps, limit)
  const { callId } = call
  run.live({ kind: 'tool.started', payload: { eventId, callId, toolName: tool.name, args: call.args } })
  let isError = true
  try {
    const result = await bounded(deps, limit, (signal) => opened.run(context, signal, fresh))
    isError = result.isError
    return result
  } catch (error) {
    // However the tool words it, it was the limit that stopped it.
    if (!run.signal.aborted) limit.signal.throwIfAborted()
    throw error
  } finally {
    const durationMs = took()
    run.live({ kind: 'tool.ended', payload: { eventId, callId, toolName: tool.name, durationMs, isError } })
  }
}

function contextOf(deps: ToolCallDeps, run: RunHandle, calling: Calling, limit: ToolLimit): ToolContext {
  const { call, eventId, prior } = calling
  return {
    ...deps.contextFor(run, call.callId, eventId),
    judge: (act) => deps.judge(run.sessionId, call.name, [act]).verdict,
    ask: async (questions, signal) => {
      const ask = { what: 'question' as const, callId: call.callId, ...storedQuestions(questions) }
      const request = () => deps.approvals.request(run, ask, AbortSignal.any([run.signal, signal]))
      const { outcome, value } = prior?.question ?? (await limit.whilePaused(request))
      return outcome === 'answered' ? (value ?? '') : 'The person did not answer.'
    },
    fill: async ({ message, form }, signal) => {
      const ask = { what: 'question' as const, callId: call.callId, prompt: message, form }
      const request = () => deps.approvals.request(run, ask, AbortSignal.any([run.signal, signal]))
      return formAnswer(form, await limit.whilePaused(request))
    },
    sample: (asked, signal) => {
      const { root } = deps.contextFor(run, call.callId, eventId)
      return deps.sample(run, { call, limit, root }, asked, signal)
    },
    approveOutside: async ({ preview, proposedRules }, signal) => {
      const ask: Omit<Interaction, 'requestId'> = {
        what: 'permission',
        prompt: call.name,
        callId: call.callId,
        tool: call.name,
        args: call.args,
        agentId: run.record().agentId,
        cwd: deps.contextFor(run, call.callId, eventId).root,
        preview,
        proposedRules: [...proposedRules],
      }
      const request = () => deps.approvals.request(run, ask, AbortSignal.any([run.signal, signal]))
      const { outcome, value } = await limit.whilePaused(request)
      if (outcome !== 'approved') return { how: 'denied', reason: value?.trim() ?? '' }
      return { how: value === OUTSIDE_ONCE || proposedRules.length === 0 ? 'outside' : 'again' }
    },
    approvePlan: async ({ goal, steps }, signal) => {
      if (run.record().goal === true) return { accepted: true, plan: { goal, steps } }
      const ask: Omit<Interaction, 'requestId'> = {
        what: 'plan_approval',
        prompt: planWords({ goal, steps }),
        callId: call.callId,
        tool: call.name,
        agentId: run.record().agentId,
        preview: { kind: 'plan', goal, steps: [...steps] },
      }
      const request = () => deps.approvals.request(run, ask, AbortSignal.any([run.signal, signal]))
      const { outcome, value } = prior?.question ?? (await limit.whilePaused(request))
      if (outcome !== 'approved') return { accepted: false, reason: value?.trim() ?? '' }
      return { accepted: true, plan: value === undefined ? { goal, steps } : parsePlan(value, goal) }
    },
  }
}

/** The answer to a server. Values that do not fit its form are not sent. */
function formAnswer(form: ServerForm, { outcome, value = '{}' }: Resolution): FormAnswer {
  if (outcome === 'denied') return { action: 'decline' }
  if (outcome !== 'answered') return { action: 'cancel' }
  const draft = z.record(z.string(), z.string()).safeParse(parseJson(value))
  const read = draft.success ? readDraft(form, draft.data) : null
  return read?.ok === true ? { action: 'accept', content: read.values } : { action: 'cancel' }
}

function unknownTool(
  { offered, deferred }: Pick<ToolCallDeps, 'offered' | 'deferred'>,
  name: string,
): string {
  return unknownToolWords(name, { offered: namesOf(offered()), deferred: namesOf(deferred()) })
}

const namesOf = (tools: readonly Tool[]): readonly string[] => tools.map((tool) => tool.name)
