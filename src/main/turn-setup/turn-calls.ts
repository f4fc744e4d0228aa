import { AppError } from '#shared/errors.ts'
import type { BlobId, EventId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { Storage } from '../app/storage/open-storage.ts'
import { estimateTokens } from '../context/budget/count-tokens.ts'
import type { Clock } from '../lib/clock.ts'
import { sha256 } from '../lib/fingerprint.ts'
import type { NewId } from '../lib/ids.ts'
import type { Logger } from '../lib/logger.ts'
import { nextTurn } from '../lib/next-turn.ts'
import type { Catalog } from '../models/catalogue/catalog.ts'
import type { Approvals } from '../runs/calls/approvals.ts'
import type { ToolCallDeps, Verdict } from '../runs/calls/calling.ts'
import type { SessionNotes } from '../runs/chats/session-notes.ts'
import type { PlanRuns } from '../runs/plans/plan-runs.ts'
import { todoEvents, todoOf } from '../runs/plans/todo-list.ts'
import type { RunHandle } from '../runs/run/run-handle.ts'
import type { HooksOfRun } from '../runs/run/run-hooks.ts'
import type { RunLog } from '../runs/run/run-log.ts'
import { type Sampler, sampleFor } from '../runs/turns/sampling.ts'
import { spendingEvents } from '../runs/turns/tool-spending.ts'
import type { PathReader, SessionLedger, Standing, Tool, ToolAct, ToolReach } from '../tools/tool.ts'
import type { SessionAgent } from './session-agents.ts'

export type TurnCallsDeps = {
  readonly storage: Storage
  readonly log: RunLog
  readonly approvals: Approvals
  readonly judge: (
    sessionId: SessionId,
    tool: string,
    acts: readonly ToolAct[],
    agent: SessionAgent,
  ) => Verdict
  /** Returns the rules for an agent's calls, as data. */
  readonly standing: (sessionId: SessionId, agent: SessionAgent) => readonly Standing[]
  readonly ledgerOf: (sessionId: SessionId) => SessionLedger
  readonly notes: SessionNotes
  readonly paths: PathReader
  readonly planRuns: Pick<PlanRuns, 'accepted'>
  readonly catalog: Pick<Catalog, 'resolve' | 'infoOf'>
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
}

/** The longest a tool may act. Longer work belongs into the background. */
const TOOL_LIMIT_MS = 15 * 60_000
/** Longer than a program that is ended by force takes to be gone. */
const TOOL_UNWIND_MS = 10_000

type Calling = {
  /** All tools of the run. Those of MCP servers may change while it runs. */
  readonly tools: () => readonly Tool[]
  /** Those of the tools that are in the tool list of the model now, and those that it can call besides. */
  readonly reach: () => ToolReach
  /** Called when the run is finished or cannot continue for a reason. */
  readonly ended: (couldNot: string | null) => void
  readonly hooks: HooksOfRun
}

/** Creates the tool calling of one run: tools, permission checks and access. */
export function turnCalls(
  deps: TurnCallsDeps,
  agent: SessionAgent,
  { tools, reach, hooks, ended }: Calling,
): ToolCallDeps {
  const { approvals, clock, newId, logger } = deps
  return {
    get tools() {
      return tools()
    },
    offered: () => reach().direct,
    deferred: () => reach().deferred,
    hooks,
    judge: (sessionId, tool, acts) => deps.judge(sessionId, tool, acts, agent),
    approvals,
    sample: (run, calling, asked, signal) =>
      sampleFor({ approvals, newId, clock, sampler: samplerOf(deps) }, run, calling, asked, signal),
    clock,
    newId,
    logger,
    paths: deps.paths,
    limitMs: TOOL_LIMIT_MS,
    unwindMs: TOOL_UNWIND_MS,
    nextTurn,
    hash: sha256,
    contextFor: (run, callId, eventId: EventId) => ({
      sessionId: run.sessionId,
      runId: run.runId,
      agentId: run.record().agentId,
      callId,
      root: rootOf(deps, run.sessionId),
      reads: deps.ledgerOf(run.sessionId),
      standing: () => deps.standing(run.sessionId, agent),
      notes: deps.notes.of(run),
      reach,
      blobs: deps.storage.blobs,
      outputs: {
        keep: (text) => deps.storage.outputs.keep(run.sessionId, text),
        find: async (name) => findOutput(deps, run, name),
      },
      spend: (spent) =>
        run.publish(spendingEvents(newId('run'), run.record(), spent, deps.catalog.infoOf(spent.model))),
      progress: (text) => run.live({ kind: 'tool.progress', payload: { eventId, callId, text } }),
      acceptPlan: (plan) => {
        run.publish([deps.planRuns.accepted(run.sessionId, plan, run.runId)])
        ended(null)
      },
      failStep: ended,
      setPlan: (list) => {
        const before = todoOf(deps.log.folds(run.sessionId).plans)
        const events = todoEvents(before, list, { runId: run.runId, newPlanId: () => newId('plan') })
        if (events.length > 0) run.publish(events)
      },
    }),
  }
}

/** The models for requests of MCP servers. */
function samplerOf({ catalog, log, storage }: Pick<TurnCallsDeps, 'catalog' | 'log' | 'storage'>): Sampler {
  return {
    writerFor: ({ model }) => catalog.resolve(model, { onRetry: () => {} }),
    countTokens: estimateTokens,
    putBytes: storage.blobs.putBytes,
    readFile: (blobId) => storage.blobs.bytes(blobId as BlobId),
    store: (sessionId, events) => void log.publish(sessionId, [...events]),
  }
}

/** Finds a stored output of a branch: most are named in what the model still reads. */
function findOutput({ storage }: TurnCallsDeps, { sessionId, contextId }: RunHandle, name: string) {
  const { outputs, paths } = storage
  return (
    outputs.find(paths.recent(sessionId, contextId), name) ??
    outputs.find(paths.of(sessionId, contextId), name)
  )
}

/** The folder a session works in. Without one there is nothing a tool could act on. */
export function rootOf({ log }: Pick<TurnCallsDeps, 'log'>, sessionId: SessionId): string {
  const cwd = log.folds(sessionId).session?.cwd
  if (cwd !== undefined) return cwd
  throw AppError.saying('session.not_found', say('chat.gone'))
}
