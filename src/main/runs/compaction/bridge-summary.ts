import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { ModelRef, ProjectId } from '#shared/ids.ts'
import type { ContextRecord } from '#shared/session/session.ts'
import { stillRead } from '../../context/branch/still-read.ts'
import type { CountText } from '../../context/budget/count-tokens.ts'
import { shortRecord } from '../../context/compaction/bridge-words.ts'
import { summaryPrompt } from '../../context/compaction/compaction-prompt.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { PathOf } from '../run/closing.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { RunLog } from '../run/run-log.ts'
import type { Supervisor } from '../run/supervisor.ts'
import type { Writer } from '../turns/request-once.ts'
import { askForSummary } from './compaction-run.ts'

/** The hidden agent that summarises a chat for an agent of another family. */
export const SUMMARY_AGENT = 'summary'

/** Its model, and how to ask it. */
export type SummaryWriter = {
  readonly ref: ModelRef
  readonly writer: (run: RunHandle) => Writer
}

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly supervisor: Pick<Supervisor, 'start'>
  readonly pathOf: PathOf
  readonly clock: Clock
  readonly newId: NewId
  readonly countText: CountText
  /** Returns the writer of a project for a chat with this model; null for none. */
  readonly writerFor: (projectId: ProjectId | null, model: ModelRef) => Promise<SummaryWriter | null>
}

type Asking = {
  /** The model that answers the run. */
  readonly model: ModelRef
  /** Returns the output tokens allowed of those wanted; null without a budget. */
  readonly answerRoom: ((wanted: number, sent: number) => number) | null
}

/** The tokens a summary may have, and those without which it says too little. */
const USUAL = 1_000
const WORTH_HAVING = 300

/**
 * Creates the summary of a long chat for an agent of another family that takes it over. It is made before
 * that agent's first request and not when it is selected, because a person may switch several times before
 * sending. Without a summary the agent starts with the gist it was given.
 */
export function createBridgeSummary(deps: Deps) {
  const { log, pathOf, countText } = deps
  /** Runs without a summary are not delayed by a second attempt. */
  const tried = new WeakSet<RunHandle>()

  const contextOf = (run: RunHandle): ContextRecord | undefined => {
    const { session, contexts } = log.folds(run.sessionId)
    return session?.kind === 'chat' ? contexts[run.contextId] : undefined
  }

  /** Returns the messages before the run's agent took over; null when it knows them. */
  const untold = (run: RunHandle): { agentId: string; said: readonly DurableEvent[] } | null => {
    const context = contextOf(run)
    if (context?.mode !== 'bridge' || context.from === null || tried.has(run)) return null
    const before = log.folds(run.sessionId).contexts[context.from]
    if (before === undefined) return null
    if (pathOf(run.sessionId, run.contextId).some(isKnown)) return null
    const path = pathOf(run.sessionId, before.id)
    return shortRecord(path, countText) === null ? { agentId: before.agentId, said: stillRead(path) } : null
  }

  const ask = async (own: RunHandle, said: readonly DurableEvent[], writer: Writer, reserve: number) => {
    const earlier = said[0]?.kind === 'compact' ? said[0].payload.summary : null
    const plan = { older: said.slice(earlier === null ? 0 : 1), earlier, summaryTokens: reserve }
    // The estimate of tokens can be off; a fifth is left free for that.
    const budget = Math.floor((writer.info.contextWindow - reserve) * 0.8) - countText(writer.persona)
    const prompt = summaryPrompt({ plan, note: '', budget, countText })
    const { clock, newId } = deps
    return askForSummary(own, { writer, prompt, reserveOutput: reserve, clock, eventId: newId('event') })
  }

  /** The summary by a run of its own under the run that needs it; null when there is none. */
  const sumUp = async (run: RunHandle, said: readonly DurableEvent[], { model, answerRoom }: Asking) => {
    const projectId = log.folds(run.sessionId).session?.meta.projectId ?? null
    const found = await deps.writerFor(projectId, model)
    if (found === null) return null
    let summary: string | null = null
    const { contextId, signal } = run
    const spec = { kind: 'system', contextId, agentId: SUMMARY_AGENT, model: found.ref } as const
    const { done } = deps.supervisor.start({
      sessionId: run.sessionId,
      spec: { ...spec, parentRunId: run.runId },
      first: [],
      parentSignal: signal,
      work: async (own) => {
        const writer = found.writer(own)
        const wanted = Math.min(USUAL, writer.info.maxOutput, Math.floor(writer.info.contextWindow / 4))
        const reserve = answerRoom?.(wanted, 0) ?? wanted
        if (reserve >= Math.min(WORTH_HAVING, wanted)) summary = await ask(own, said, writer, reserve)
      },
    })
    await done
    signal.throwIfAborted()
    return summary
  }

  return {
    /** True when the agent of a run takes over a chat of which it was told too little. */
    isOwed: (run: RunHandle): boolean => untold(run) !== null,
    /** Tells the agent of a run what came of the chat it takes over. Rejects only when the run is stopped. */
    give: async (run: RunHandle, asking: Asking): Promise<void> => {
      const owed = untold(run)
      if (owed === null) return
      tried.add(run)
      const summary = await sumUp(run, owed.said, asking)
      if (summary !== null) run.publish([{ kind: 'harness.item', payload: itemOf(owed.agentId, summary) }])
    },
  }
}

export type BridgeSummary = ReturnType<typeof createBridgeSummary>

/** Whether the event shows that the agent already knows the history: it has answered or got a summary. */
function isKnown(event: DurableEvent): boolean {
  if (event.kind === 'compact') return true
  if (event.kind === 'message') return event.payload.message.role === 'assistant'
  return event.kind === 'harness.item' && isBridgeSummary(event.payload)
}

const isBridgeSummary = ({ kind, visibility }: HarnessItem): boolean =>
  kind === 'child-summary' && visibility === 'compact'

function itemOf(agent: string, content: string): HarnessItem {
  return {
    kind: 'child-summary',
    origin: 'agent',
    content,
    attrs: { agent },
    visibility: 'compact',
    lifetime: 'session',
    placement: 'in-place',
  }
}
