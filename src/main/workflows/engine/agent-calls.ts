import { AppError, type AppErrorData } from '#shared/errors.ts'
import { type SentenceName, say as sentence } from '#shared/sentences.ts'
import { addCost, NO_COST } from '#shared/workflow/add-cost.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import type { AgentCost } from '#shared/workflow/memo.ts'
import type { AgentRef } from '#shared/workflow/workflow.ts'
import type { WorkflowAgentChanged, WorkflowEvent } from '#shared/workflow/workflow-events.ts'
import { commit, recalled, say } from './agent-journal.ts'
import type { AgentCallInput } from './agent-options.ts'
import { type AgentPatience, type AgentRecord, type CallPlace, newRecord } from './agent-record.ts'
import { type TryEnd, tryAgent } from './agent-try.ts'
import type { Ceilings, CostHold } from './ceilings.ts'
import type { PromptEdits } from './edits.ts'
import type { Memo } from './memo.ts'
import type {
  AgentRunner,
  AgentTask,
  AgentUse,
  Clock,
  Hash,
  Journal,
  Logger,
  SchemaVerdict,
} from './ports.ts'
import { overLimit, runEnded } from './script-fault.ts'
import type { Semaphore } from './semaphore.ts'

export type AgentCallsDeps = {
  readonly clock: Clock
  readonly hash: Hash
  readonly logger: Logger
  readonly agents: AgentRunner
  readonly journal: Journal
  readonly memo: Memo
  readonly edits: PromptEdits
  readonly ceilings: Ceilings
  /** Time limits and retries for calls without their own. */
  readonly usual: AgentPatience
  readonly slots: Semaphore
  readonly check: (schema: unknown, value: unknown) => Promise<SchemaVerdict>
  readonly report: (event: WorkflowEvent) => void
  /** Hears of the event that was stored together with a result. */
  readonly committed: (event: WorkflowEvent) => void
  /** Ends the run: a result could not be kept. */
  readonly fail: (error: unknown) => void
  readonly signal: AbortSignal
}

/** The agents of one run, from call to result. */
export type AgentCalls = {
  readonly call: (input: AgentCallInput, place: CallPlace) => Promise<unknown>
  /** Gives the agent up: its call is `null`, now and on a resume. False when it is over already. */
  readonly skip: (agentId: number) => boolean
  /**
   * Stops a running agent. Its call returns `null`, and a resume runs it again. Returns false when it is not
   * running.
   */
  readonly stop: (agentId: number) => boolean
  /** Restarts a running agent. Returns false when it is not running. */
  readonly retry: (agentId: number) => boolean
  /** Resolves when no agent is running. */
  readonly rest: () => Promise<void>
  readonly live: () => number
}

/** The end of a call, for the script and for the journal. */
type CallEnd =
  | {
      readonly kind: 'ok'
      readonly value: unknown
      readonly cost: AgentCost
      readonly hadWriteTools: boolean
      readonly ref: AgentRef | null
    }
  | { readonly kind: 'skipped'; readonly cost: AgentCost }
  | { readonly kind: 'dead'; readonly cost: AgentCost; readonly error: AppErrorData }
  | { readonly kind: 'stopped'; readonly cost: AgentCost; readonly error: AppError }

export function createAgentCalls(deps: AgentCallsDeps): AgentCalls {
  const live = new Map<number, AgentRecord>()
  const working = new Set<Promise<unknown>>()
  let count = 0
  // One listener for all agents of the run.
  const endAll = () => {
    for (const record of [...live.values()]) record.ends.abort(deps.signal.reason)
  }
  deps.signal.addEventListener('abort', endAll, { once: true })

  const call = (made: AgentCallInput, place: CallPlace): Promise<unknown> => {
    if (deps.signal.aborted) throw runEnded()
    if (count >= WORKFLOW_LIMITS.maxAgents)
      throw overLimit(sentence('call.mostAgents', { most: String(WORKFLOW_LIMITS.maxAgents) }))
    count += 1
    const { input, key, asked } = deps.edits.edited(made)
    const { nth, entry } = deps.memo.recall(key)
    const record = newRecord(count, input, place, { key, nth, asked }, deps.usual)
    if (entry !== null) return Promise.resolve(recalled(deps, record, entry))
    deps.ceilings.tokens.asksNew()
    live.set(record.agentId, record)
    const work = toTheEnd(deps, record).finally(() => {
      live.delete(record.agentId)
      working.delete(work)
    })
    working.add(work)
    return work
  }

  const skip = (agentId: number) => {
    const record = live.get(agentId)
    if (record === undefined || record.skipped) return false
    record.skipped = true
    record.ends.abort(cancelled('agent.skippedByYou'))
    return true
  }
  const stop = (agentId: number) => {
    const record = atWork(live, agentId)
    if (record === null) return false
    record.stopped = true
    record.cut?.abort(stoppedByPerson())
    return true
  }
  const retry = (agentId: number) => {
    const record = atWork(live, agentId)
    if (record === null) return false
    record.again = true
    record.cut?.abort(cancelled('agent.againByYou'))
    return true
  }
  const rest = async () => void (await Promise.allSettled(working))
  return { call, skip, stop, retry, rest, live: () => live.size }
}

/** It was refused because nothing is left of a ceiling. */
const OUT_OF = { waits: 'budget' } as const

type Ending = Extract<
  SentenceName,
  'agent.skippedByYou' | 'agent.stoppedByYou' | 'agent.againByYou' | 'agent.cutOff'
>
const cancelled = (name: Ending) => AppError.saying('cancelled', sentence(name))
const stoppedByPerson = () => cancelled('agent.stoppedByYou')

/** Returns the agent if a try is running and no person has ended it. */
function atWork(live: ReadonlyMap<number, AgentRecord>, agentId: number): AgentRecord | null {
  const record = live.get(agentId)
  const isAtWork = record !== undefined && record.cut !== null && !record.skipped && !record.stopped
  return isAtWork ? record : null
}

/**
 * Runs one call: slot, budget, tries, journal, then the script. The journal gets the result before the slot
 * is released, because it writes at the end of the turn, before the next agent sends a request.
 */
async function toTheEnd(deps: AgentCallsDeps, record: AgentRecord): Promise<unknown> {
  const { signal } = record.ends
  const { end, leave } = await inSlot(deps, record, signal)
  const outcome = told(deps, record, { end, isCut: signal.aborted })
  leave()
  return await outcome
}

type Ended = { readonly end: CallEnd; readonly isCut: boolean }

/** Returns the value of a call once it is stored and announced. */
async function told(deps: AgentCallsDeps, record: AgentRecord, { end, isCut }: Ended): Promise<unknown> {
  switch (end.kind) {
    case 'ok':
      await commit(deps, record, end)
      return end.value
    case 'skipped':
      await commit(deps, record, { ...end, kind: 'skipped', value: null, hadWriteTools: false, ref: null })
      return null
    case 'dead':
      say(deps, record, { state: 'dead', cost: end.cost, error: end.error })
      return null
    case 'stopped':
      // One that never had a place was not stopped: it is what a resume begins with.
      if (record.attempt === 0) say(deps, record, { state: 'queued', ...(isCut ? {} : OUT_OF) })
      else say(deps, record, { state: 'stopped', cost: end.cost, error: end.error.toData() })
      throw end.error
  }
}

type InSlot = { readonly end: CallEnd; readonly leave: () => void }

async function inSlot(deps: AgentCallsDeps, record: AgentRecord, signal: AbortSignal): Promise<InSlot> {
  if (!deps.slots.hasFree()) say(deps, record, { state: 'queued', waits: 'slot' })
  let leave: () => void = () => {}
  let hold: CostHold | null = null
  try {
    leave = await deps.slots.take(signal)
    if (!deps.ceilings.hasLeft()) say(deps, record, { state: 'queued', waits: 'budget' })
    hold = await deps.ceilings.hold(signal)
    const end = await untilDone(deps, record, hold, signal)
    hold.settle(end.cost)
    return { end, leave }
  } catch (error) {
    if (signal.aborted) return { end: cutOff(record, NO_COST), leave }
    if (error instanceof AppError) return { end: { kind: 'stopped', cost: NO_COST, error }, leave }
    leave()
    throw error
  } finally {
    hold?.settle(NO_COST)
  }
}

async function untilDone(
  deps: AgentCallsDeps,
  record: AgentRecord,
  hold: CostHold,
  signal: AbortSignal,
): Promise<CallEnd> {
  const { retries } = record.patience
  let cost = NO_COST
  let failures = 0
  let last: AppErrorData | null = null
  for (;;) {
    record.attempt += 1
    record.again = false
    const tries = { hold, before: { cost, tools: record.tools }, last }
    const end: TryEnd = await oneTry(deps, record, tries, signal)
    cost = addCost(cost, end.cost)
    if (end.kind === 'ok') return { ...end, cost }
    if (signal.aborted) return cutOff(record, cost)
    if (end.kind === 'overspent')
      return { kind: 'stopped', cost, error: AppError.saying('limit.exceeded', sentence('run.ranOut')) }
    if (record.stopped) return { kind: 'dead', cost, error: stoppedByPerson().toData() }
    if (record.again || end.kind === 'cut') continue
    failures += 1
    last = end.error
    if (end.final || failures > retries) return { kind: 'dead', cost, error: end.error }
  }
}

type TryState = { readonly hold: CostHold; readonly before: AgentUse; readonly last: AppErrorData | null }

async function oneTry(deps: AgentCallsDeps, record: AgentRecord, state: TryState, signal: AbortSignal) {
  const cut = new AbortController()
  const follow = () => cut.abort(signal.reason)
  if (signal.aborted) follow()
  else signal.addEventListener('abort', follow, { once: true })
  record.cut = cut
  const error = state.last === null ? {} : { error: state.last }
  let waits: Partial<WorkflowAgentChanged> = {}
  let quiet: Partial<WorkflowAgentChanged> = {}
  const running = (more: Partial<WorkflowAgentChanged>) =>
    say(deps, record, { state: 'running', ...error, ...waits, ...quiet, ...more })
  try {
    return await tryAgent(
      {
        ...deps,
        started: ({ ref, model }) =>
          running({
            ...(ref === null ? {} : { ref }),
            ...(model === null ? {} : { model }),
          }),
        waitsForPerson: (waiting) => {
          waits = waiting ? { waits: 'person' } : {}
          running({})
        },
        quiet: (ms) => {
          quiet = ms === null ? {} : { quietSince: deps.clock.now() - ms }
          running({})
        },
        used: (use) => {
          const cost = addCost(state.before.cost, use.cost)
          record.tools = state.before.tools + use.tools
          running({ cost, tools: record.tools })
          return state.hold.grows(cost)
        },
      },
      taskOf(record, deps.ceilings.isBounded ? state.hold.answerRoom : null),
      record.patience,
      cut,
    )
  } finally {
    signal.removeEventListener('abort', follow)
    record.cut = null
  }
}

function taskOf(
  { agentId, attempt, call, input }: AgentRecord,
  answerRoom: AgentTask['answerRoom'],
): AgentTask {
  const { options, prompt } = input
  return {
    agentId,
    attempt,
    label: call.label,
    prompt,
    model: call.model,
    effort: options.effort ?? null,
    agentType: call.agentType,
    isolation: call.isolation,
    tools: options.tools ?? options.allowedTools ?? null,
    context: options.context ?? 'fresh',
    schema: options.schema ?? null,
    answerRoom,
    correction: null,
  }
}

function cutOff(record: AgentRecord, cost: AgentCost): CallEnd {
  if (record.skipped) return { kind: 'skipped', cost }
  return { kind: 'stopped', cost, error: cancelled('agent.cutOff') }
}
