import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { NO_COST } from '#shared/workflow/add-cost.ts'
import { USUAL_AGENTS } from '#shared/workflow/agent-defaults.ts'
import { EMPTY_WORKFLOW, foldWorkflow, type WorkflowView } from '#shared/workflow/fold-workflow.ts'
import type { WorkflowEndState } from '#shared/workflow/workflow.ts'
import type { WorkflowEnded, WorkflowEvent } from '#shared/workflow/workflow-events.ts'
import { type AgentCalls, createAgentCalls } from './agent-calls.ts'
import { type Ceilings, createCeilings } from './ceilings.ts'
import { deferred } from './deferred.ts'
import { createEdits } from './edits.ts'
import { createMemo } from './memo.ts'
import type { EnginePorts, Logger, Sandbox, ScriptAnswer, ScriptCall, ScriptOutcome } from './ports.ts'
import type { ReadyScript } from './ready-script.ts'
import { runEnded } from './script-fault.ts'
import { createFrames, type Frames } from './script-frames.ts'
import { createSemaphore } from './semaphore.ts'
import type { AttemptRequest } from './workflow-request.ts'

/** The ways a person or the app can end a run before its script does. */
export type StopAs = 'stopped' | 'paused' | 'interrupted'

/** A running workflow. */
export type WorkflowHandle = {
  /** Resolves when the run is over, every agent is at rest and the last event is reported. It never rejects. */
  readonly done: Promise<WorkflowEnded>
  /** Ends the run. Results that arrive while agents come to rest are still kept. */
  readonly stop: (as: StopAs) => Promise<WorkflowEnded>
  /**
   * Starts no further agents. The run ends as `paused` when its running agents finish, unless its script ends
   * first.
   */
  readonly pause: () => void
  readonly skip: (agentId: number) => boolean
  readonly stopAgent: (agentId: number) => boolean
  readonly retry: (agentId: number) => boolean
  readonly snapshot: () => WorkflowView
}

export type RunDeps = {
  readonly ports: EnginePorts
  readonly request: AttemptRequest
  readonly ready: ReadyScript
  readonly sandbox: Sandbox
  readonly concurrency: number
}

/** Runs a script that is ready in a sandbox that is open, and closes the sandbox. */
export function beginRun(deps: RunDeps, signal: AbortSignal): WorkflowHandle {
  const { request, sandbox } = deps
  const over = new AbortController()
  const ending = deferred<End>()
  const history = createHistory(deps)
  const { budget: most, budgetUsd = null } = request
  const ceilings = createCeilings({ tokens: most, usd: budgetUsd }, request.before ?? NO_COST)
  const budget = ceilings.tokens
  const end = (as: End) => {
    ending.resolve(as)
    over.abort(new DOMException('The run is over.', 'AbortError'))
  }
  const slots = createSemaphore(deps.concurrency)
  const calls = createAgentCalls({
    ...deps.ports,
    agents: request.agents,
    journal: request.journal,
    memo: createMemo(request.memo, request.reuseEdits),
    edits: createEdits(deps.ports.hash, request.edits),
    ceilings,
    usual: request.agentDefaults ?? USUAL_AGENTS,
    slots,
    check: sandbox.check,
    report: history.report,
    committed: history.keep,
    fail: (error) => end({ state: 'failed', error: notKept(error) }),
    signal: over.signal,
  })
  const frames = createFrames({
    calls,
    library: request.library,
    check: sandbox.check,
    report: history.report,
    signal: over.signal,
  })
  const interrupt = () => end({ state: 'interrupted' })
  signal.addEventListener('abort', interrupt, { once: true })
  if (signal.aborted) interrupt()

  history.report({ kind: 'workflow.started', payload: started(deps) })
  const run = async (): Promise<WorkflowEnded> => {
    const listener = {
      call: (call: ScriptCall) =>
        answer({ frames, logger: deps.ports.logger, spent: budget.told }, call, over.signal),
      note: (note: Parameters<Frames['note']>[0]) => (over.signal.aborted ? undefined : frames.note(note)),
    }
    const { fileName, body } = deps.ready.script
    const called = request.name === undefined ? {} : { run: request.name }
    const program = { frame: 0, fileName, ...called, body, args: deps.ready.args }
    const outcome = sandbox.run(program, request.budget, listener).then(
      (came) => end(endOf(came, calls, ceilings)),
      (error: unknown) => end(broken(deps, error)),
    )
    const how = await ending.promise
    await calls.rest()
    await sandbox.close()
    await outcome
    signal.removeEventListener('abort', interrupt)
    const ended = { ...how, spent: budget.spent() }
    history.report({ kind: 'workflow.ended', payload: ended })
    return ended
  }
  const done = run().catch((error: unknown) => ({ ...broken(deps, error), spent: budget.spent() }))

  const stop = (as: StopAs) => {
    end({ state: as })
    return done
  }
  const pause = () => slots.close(() => end({ state: 'paused' }))
  const { skip, stop: stopAgent, retry } = calls
  return { done, stop, pause, skip, stopAgent, retry, snapshot: history.view }
}

type End = Omit<WorkflowEnded, 'spent'>

function endOf(outcome: ScriptOutcome, calls: AgentCalls, ceilings: Ceilings): End {
  if (!outcome.ok) {
    // It is a ceiling that ended it, which a person can raise.
    const spent = outcome.error.code === 'limit.exceeded' ? ceilings.ranOut() : null
    return spent === null ? { state: 'failed', error: outcome.error } : { state: 'paused', error: spent }
  }
  const left = calls.live()
  if (left === 0) return { state: 'done', value: outcome.value as NonNullable<End['value']> }
  const words = left === 1 ? say('run.oneNotAwaited') : say('run.notAwaited', { count: String(left) })
  return { state: 'failed', error: AppError.saying('script.failed', words).toData() }
}

function broken(
  { ports }: RunDeps,
  error: unknown,
): { state: WorkflowEndState; error: NonNullable<End['error']> } {
  if (error instanceof AppError) return { state: 'failed', error: error.toData() }
  ports.logger.error('A workflow run broke', error)
  return { state: 'failed', error: AppError.saying('other', say('run.broke')).toData() }
}

function notKept(error: unknown): NonNullable<End['error']> {
  if (!(error instanceof AppError)) return AppError.saying('other', say('run.notKept')).toData()
  const said = say('run.notKeptBecause', { why: error.message })
  return AppError.saying(error.code, said, { cause: error }).toData()
}

type Answering = { readonly frames: Frames; readonly logger: Logger; readonly spent: () => number }

/** Does what the script asked for. What goes wrong is thrown inside the script. */
async function answer(
  { frames, logger, spent }: Answering,
  call: ScriptCall,
  signal: AbortSignal,
): Promise<ScriptAnswer> {
  try {
    if (signal.aborted) throw runEnded()
    if (call.hook === 'workflow') {
      const program = await frames.workflow(call)
      return { kind: 'child', program, spent: spent() }
    }
    const value = await frames.agent(call)
    return { kind: 'value', value, spent: spent() }
  } catch (error) {
    if (error instanceof AppError) return { kind: 'error', error: error.toData(), spent: spent() }
    if (!signal.aborted) logger.error('A call of a script broke', error, { hook: call.hook })
    const broke = AppError.saying('other', say('run.hookBroke', { hook: call.hook }))
    return { kind: 'error', error: broke.toData(), spent: spent() }
  }
}

function started({ request, ready, concurrency, ports }: RunDeps) {
  const { meta, source } = ready.script
  return {
    attempt: request.attempt,
    name: meta.name,
    description: meta.description,
    phases: meta.phases ?? [],
    scriptHash: ports.hash(source),
    args: ready.args as NonNullable<End['value']>,
    concurrency,
    budget: request.budget,
    warnAt: request.warnAt ?? null,
    before: request.before ?? NO_COST,
    memo: request.memo.length,
  }
}

/** Creates the ordered event history of a run with its current view. */
function createHistory({ ports, request }: RunDeps) {
  let view = EMPTY_WORKFLOW
  let unfolded: { readonly event: WorkflowEvent; readonly at: number }[] = []
  const keep = (event: WorkflowEvent) => void unfolded.push({ event, at: ports.clock.now() })
  const report = (event: WorkflowEvent) => {
    keep(event)
    try {
      request.progress.report(event)
    } catch (error) {
      ports.logger.error('A workflow event was lost', error, { kind: event.kind })
    }
  }
  return {
    keep,
    report,
    view: () => {
      for (const { event, at } of unfolded) view = foldWorkflow(view, event, at)
      unfolded = []
      return view
    },
  }
}
