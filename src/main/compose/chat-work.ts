import { AppError } from '#shared/errors.ts'
import type { BlobId, EventId, PlanId, SessionId } from '#shared/ids.ts'
import type { Plan } from '#shared/plan/plan.ts'
import type { Clock } from '../lib/clock.ts'
import type { NewId } from '../lib/ids.ts'
import type { Logger } from '../lib/logger.ts'
import type { Catalog } from '../models/catalog.ts'
import type { ModelRequest } from '../models/model.ts'
import type { Approvals } from '../runs/approvals.ts'
import type { RunHandle } from '../runs/run-handle.ts'
import type { RunLog, Work } from '../runs/supervisor.ts'
import type { ToolCallDeps, Verdict } from '../runs/tool-call.ts'
import type { PriorAnswers } from '../runs/tool-group.ts'
import { runTurns } from '../runs/turns.ts'
import type { ReadLedger, Tool, ToolAct } from '../tools/tool.ts'
import type { Storage } from './open-storage.ts'
import { planEvent } from './plan-event.ts'
import type { ProjectSettings } from './project-settings.ts'
import type { RequestBuilder } from './request-builder.ts'

type Deps = {
  readonly storage: Storage
  readonly log: RunLog
  readonly catalog: Catalog
  readonly tools: readonly Tool[]
  readonly approvals: Approvals
  readonly judge: (sessionId: SessionId, tool: string, acts: readonly ToolAct[]) => Verdict
  readonly ledgerOf: (sessionId: SessionId) => ReadLedger
  readonly requests: RequestBuilder
  readonly projectSettings: ProjectSettings
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
}

/** The longest a tool may act. Longer work belongs into the background. */
const TOOL_LIMIT_MS = 15 * 60_000

/** Joins the rooms into the inside of a chat run: which model, which tools, which request. */
export function createChatWork(deps: Deps): (prior: PriorAnswers) => Work {
  return (prior) => async (run) => {
    const model = deps.catalog.resolve(run.record().model, {
      onRetry: (attempt, delayMs, error) =>
        run.live({ kind: 'request.retry', payload: { attempt, delayMs, error: error.toData() } }),
    })
    const root = rootOf(deps, run.sessionId)
    await deps.projectSettings.refresh(root)
    const request = deps.requests.for({
      sessionId: run.sessionId,
      contextId: run.contextId,
      runId: run.runId,
      model: model.info,
      settings: deps.projectSettings.context(root),
    })
    const build = (of: RunHandle): ModelRequest => {
      const built = request()
      if (built.overflow) throw overflow(model.info.label)
      of.live({ kind: 'context.trace', payload: { rows: [...built.trace], breakdown: built.breakdown } })
      for (const warning of built.warnings) deps.logger.warn(warning, { sessionId: of.sessionId })
      return { ...built.request, readFile: (blobId) => deps.storage.blobs.bytes(blobId as BlobId) }
    }
    await runTurns(
      {
        log: deps.log,
        pathOf: (of) => deps.storage.paths.of(of.sessionId, of.contextId),
        model,
        buildRequest: build,
        toolCalls: toolCallsOf(deps),
        clock: deps.clock,
        newId: deps.newId,
        maxTurns: deps.projectSettings.maxTurns(root),
        isAnswered: () => false,
      },
      run,
      prior,
    )
  }
}

function toolCallsOf(deps: Deps): ToolCallDeps {
  const { tools, judge, approvals, clock, newId, logger } = deps
  return {
    tools,
    judge,
    approvals,
    clock,
    newId,
    logger,
    limitMs: TOOL_LIMIT_MS,
    contextFor: (run, callId, eventId: EventId) => ({
      sessionId: run.sessionId,
      runId: run.runId,
      agentId: run.record().agentId,
      callId,
      root: rootOf(deps, run.sessionId),
      reads: deps.ledgerOf(run.sessionId),
      blobs: deps.storage.blobs,
      progress: (text) => run.live({ kind: 'tool.progress', payload: { eventId, callId, text } }),
      setPlan: (plan) =>
        void run.publish([planEvent(run, plan, todoOf(deps, run.sessionId) ?? newId('plan'))]),
    }),
  }
}

/** A session has one list of the model's own; a new one replaces it. */
function todoOf({ log }: Deps, sessionId: SessionId): PlanId | null {
  const plans = Object.values<Plan>(log.folds(sessionId).plans)
  return plans.find((plan) => plan.source === 'todo')?.id ?? null
}

/** The folder a session works in. Without one there is nothing a tool could act on. */
function rootOf({ log }: Deps, sessionId: SessionId): string {
  const cwd = log.folds(sessionId).session?.cwd
  if (cwd !== undefined) return cwd
  throw new AppError('session.not_found', 'This chat is not stored here any more.')
}

function overflow(label: string): AppError {
  return new AppError(
    'llm.context_overflow',
    `This chat has grown longer than ${label} can read. Start a new chat, or choose a model with a larger window. Nothing was lost.`,
  )
}
