import { AppError, type AppErrorData } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { addCost, NO_COST } from '#shared/workflow/add-cost.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import type { AgentCost } from '#shared/workflow/memo.ts'
import type { AgentRef } from '#shared/workflow/workflow.ts'
import { createPatience, type Expired } from './patience.ts'
import type {
  AgentEnd,
  AgentRunner,
  AgentTask,
  AgentUse,
  Clock,
  Logger,
  SchemaVerdict,
  StartedAgent,
} from './ports.ts'

/** The end of one try. `final` failures are not retried; `cut` was caused by the signal. */
export type TryEnd = { readonly cost: AgentCost } & (
  | {
      readonly kind: 'ok'
      readonly value: unknown
      readonly hadWriteTools: boolean
      readonly ref: AgentRef | null
    }
  | { readonly kind: 'failed'; readonly error: AppErrorData; readonly final: boolean }
  | { readonly kind: 'overspent' }
  | { readonly kind: 'cut' }
)

export type TryDeps = {
  readonly clock: Clock
  readonly logger: Logger
  readonly agents: AgentRunner
  readonly check: (schema: unknown, value: unknown) => Promise<SchemaVerdict>
  readonly started: (agent: StartedAgent) => void
  readonly waitsForPerson: (waits: boolean) => void
  /** Nothing was heard of the agent for so many milliseconds, or null: it is heard of again. */
  readonly quiet: (ms: number | null) => void
  /** Says what the agent used so far; false when it must stop. */
  readonly used: (use: AgentUse) => boolean
}

export type TryLimits = { readonly timeoutMs: number; readonly idleMs: number }

/** Grace period of an aborted agent, in milliseconds. */
const REST_MS = 10_000

type Stop = { readonly why: Expired | 'overspent' } | null

/**
 * One try: the agent answers, and has two more chances when its answer does not fit the schema. Whoever aborts `cut` ends
 * it, the limits of the try too: one signal for all, because combining signals is a tenth of the time of a short agent.
 */
export async function tryAgent(
  deps: TryDeps,
  task: AgentTask,
  limits: TryLimits,
  cut: AbortController,
): Promise<TryEnd> {
  const { signal } = cut
  let stop: Stop = null
  const halt = (why: Expired | 'overspent') => {
    if (signal.aborted) return
    stop = { why }
    cut.abort()
  }
  const patience = createPatience(deps.clock, limits, {
    expired: halt,
    quiet: deps.quiet,
    broken: (error) => deps.logger.error('A clock broke', error),
  })
  const watch = {
    alive: patience.alive,
    waitsForPerson: (waits: boolean) => {
      patience.standStill(waits)
      deps.waitsForPerson(waits)
    },
  }
  try {
    const end = await answers(deps, task, watch, halt, signal)
    const stopped = stop as Stop
    if (end.kind === 'ok' || !signal.aborted) return end
    if (stopped === null) return { kind: 'cut', cost: end.cost }
    if (stopped.why === 'overspent') return { kind: 'overspent', cost: end.cost }
    return { kind: 'failed', cost: end.cost, final: false, error: expired(stopped.why, limits) }
  } finally {
    patience.close()
  }
}

type Watching = { readonly alive: () => void; readonly waitsForPerson: (waits: boolean) => void }

async function answers(
  deps: TryDeps,
  task: AgentTask,
  watching: Watching,
  halt: (why: 'overspent') => void,
  signal: AbortSignal,
): Promise<TryEnd> {
  let cost = NO_COST
  let tools = 0
  let asked = task
  for (let count = 1; ; count += 1) {
    const before = { cost, tools }
    const used = (use: AgentUse) => {
      watching.alive()
      tools = before.tools + use.tools
      if (!deps.used({ cost: addCost(before.cost, use.cost), tools })) halt('overspent')
    }
    const { agent, end } = await runOnce(deps, asked, { ...watching, used }, signal)
    cost = addCost(cost, end.cost)
    if (end.kind === 'failed') {
      // The call itself was wrong, and the script hears of it as of any other wrong call.
      if (end.error.code === 'script.invalid') throw AppError.from(end.error)
      return { kind: 'failed', error: end.error, final: false, cost }
    }
    const ref = agent?.ref ?? null
    const ok: TryEnd = { kind: 'ok', value: end.value, hadWriteTools: end.hadWriteTools, ref, cost }
    const problems = await misfit(deps, task, end.value)
    if (problems === null) return ok
    if (count === WORKFLOW_LIMITS.schemaTries || problems.invalid)
      return { kind: 'failed', final: true, cost, error: misfitError(task, problems, count) }
    if (signal.aborted) return { kind: 'cut', cost }
    asked = { ...task, correction: { ref, problems: problems.problems } }
  }
}

type Misfit = { readonly problems: readonly string[]; readonly invalid: boolean }

async function misfit(deps: TryDeps, { schema }: AgentTask, value: unknown): Promise<Misfit | null> {
  if (schema === null)
    return typeof value === 'string' ? null : { problems: ['The answer is not a text.'], invalid: false }
  const verdict = await deps.check(schema, value)
  return verdict.fits ? null : verdict
}

function misfitError(task: AgentTask, { problems, invalid }: Misfit, tries: number): AppErrorData {
  const { label, schema } = task
  const what = problems.join(' ')
  const misfits = say('agent.misfit', { label, tries: String(tries), problems: what })
  const said =
    schema === null
      ? say('agent.notText', { label })
      : invalid
        ? say('agent.schemaWrong', { label, what })
        : misfits
  return AppError.saying('script.failed', said).toData()
}

type Watch = Watching & { readonly used: (use: AgentUse) => void }
type Once = { readonly agent: StartedAgent | null; readonly end: AgentEnd }

/** Runs the agent to its end. One that does not stop after an abort is abandoned and logged. */
async function runOnce(deps: TryDeps, task: AgentTask, watch: Watch, signal: AbortSignal): Promise<Once> {
  let agent: StartedAgent | null = null
  // One that is left behind or breaks off says no cost at its end; what was heard of it was used all the same.
  let heard = NO_COST
  const used = (use: AgentUse) => {
    heard = use.cost
    watch.used(use)
  }
  const whole = async (): Promise<AgentEnd> => {
    signal.throwIfAborted()
    agent = await deps.agents.start(task, { ...watch, used }, signal)
    deps.started(agent)
    return agent.end
  }
  const failed = (error: AppErrorData): AgentEnd => ({ kind: 'failed', error, cost: heard })
  const settled = whole().catch((error: unknown) => failed(whyBroken(deps, task, error, signal)))
  // The agent is known only once it has started.
  const end = await settledOrLeft(deps, settled, signal, () => {
    deps.logger.warn('An agent did not stop in time', { agentId: task.agentId })
    return failed(AppError.saying('cancelled', say('agent.notAtRest')).toData())
  })
  return { agent, end }
}

function whyBroken(deps: TryDeps, task: AgentTask, error: unknown, signal: AbortSignal): AppErrorData {
  if (error instanceof AppError) return error.toData()
  if (!signal.aborted) deps.logger.error('An agent broke off', error, { agentId: task.agentId })
  return AppError.saying('other', say('agent.broke')).toData()
}

/** Resolves with the end of an agent, or with `left` when it is not at rest some time after the abort. */
function settledOrLeft(
  { clock }: Pick<TryDeps, 'clock'>,
  settled: Promise<AgentEnd>,
  signal: AbortSignal,
  left: () => AgentEnd,
): Promise<AgentEnd> {
  return new Promise((resolve) => {
    let cancel = () => {}
    const wait = () => {
      cancel = clock.schedule(REST_MS, () => resolve(left()))
    }
    // It never rejects.
    void settled.then((end) => {
      signal.removeEventListener('abort', wait)
      cancel()
      resolve(end)
    })
    if (signal.aborted) wait()
    else signal.addEventListener('abort', wait, { once: true })
  })
}

function expired(why: Expired, { timeoutMs, idleMs }: TryLimits): AppErrorData {
  const said =
    why === 'timeout'
      ? say('agent.outOfTime', { time: seconds(timeoutMs) })
      : say('agent.silent', { time: seconds(idleMs) })
  return AppError.saying('tool.timeout', said).toData()
}

const seconds = (ms: number): string =>
  ms >= 60_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 100) / 10} s`
