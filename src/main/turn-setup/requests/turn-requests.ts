import type { NewDurableEvent } from '#shared/events/event.ts'
import type { BlobId } from '#shared/ids.ts'
import type { Effort } from '#shared/model/efforts.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { sentEffort } from '#shared/model/sent-effort.ts'
import type { RunSpec } from '#shared/run/run.ts'
import { say } from '#shared/sentences.ts'
import { joinBlocks } from '../../context/instructions/instructions.ts'
import type { ModelRequest } from '../../models/model.ts'
import type { RestoreAfterCompaction } from '../../runs/compaction/restore-after-compaction.ts'
import type { RunHandle } from '../../runs/run/run-handle.ts'
import type { HooksOfRun } from '../../runs/run/run-hooks.ts'
import { throughHooks } from '../../runs/turns/hooked-request.ts'
import type { TurnDeps } from '../../runs/turns/turns.ts'
import { noticesOfServer, type RunNotices } from '../run-notices.ts'
import type { SessionAgent } from '../session-agents.ts'
import { answerStyle, turnEffort } from '../settings/answer-style.ts'
import type { RunTools } from '../tool-search/run-tools.ts'
import type { TurnOptions, TurnWorkDeps } from '../turn-work-deps.ts'
import { type createWindowWatch, unreadIn } from '../window-watch.ts'
import { createRoom, overflowError } from './make-room.ts'

/**
 * The estimated tokens of the newest request of a run, null where that is not known, and the effort that it names: null for
 * none, undefined for one of the turn alone or a model that does not think.
 */
export type Sized = { estimate: number | null; effort: Effort | null | undefined }

/** Facts of a run that its requests depend on. */
export type Requesting = {
  readonly model: ModelInfo
  readonly root: string
  readonly options: Pick<TurnOptions, 'answer' | 'answerRoom' | 'effort'>
  readonly tools: Pick<RunTools, 'listFor'>
  readonly agent: SessionAgent
  /** True once nothing but the structured answer is wanted. */
  readonly isForced: () => boolean
  readonly notices: RunNotices
  readonly window: ReturnType<typeof createWindowWatch>
  readonly again: RestoreAfterCompaction
  readonly sized: Sized
}

/** Returns how a run builds its requests, and makes room for one that is too long. */
export function requestsOf(deps: TurnWorkDeps, run: RunHandle, requesting: Requesting) {
  const { model, root, options, agent, isForced, notices, window, again, sized, tools } = requesting
  const { answer, answerRoom = null } = options
  const { sessionId, contextId, runId } = run
  const ofAnswer = answer === null ? [] : [answer.spec]
  const listed = () => [...tools.listFor(model).specs, ...ofAnswer]
  const settings = deps.projectSettings.context(root, {
    agent: agent.definition.context,
    chat: deps.log.folds(sessionId).session?.meta.contextProfile,
    model: model.ref,
  })
  const build = deps.requests.for({
    sessionId,
    contextId,
    runId,
    model,
    tools: listed,
    settings,
    persona: (path) => instructedPersona(agent.promptPersona(path), run.record().bounds),
  })
  const auto = settings.autoCompact ?? true
  const room = createRoom(deps, {
    run,
    build,
    model: model.ref,
    auto,
    answerRoom,
    again,
    leaf: () => deps.log.folds(sessionId).contexts[contextId]?.leaf ?? null,
    path: () => deps.storage.paths.recent(sessionId, contextId),
  })
  const ofTurn = options.effort ?? turnEffort(deps.log, run.record())
  const styleOf = () => answerStyle(agent.definition, deps.log.folds(sessionId).session, ofTurn)
  const buildRequest = (of: RunHandle, pending: readonly NewDurableEvent[]): ModelRequest => {
    const built = room.built(pending)
    // An early request cannot wait for a compaction, but the turn that replaces it can. It also cannot know
    // its allowed cost before the last one has reported.
    const isTooEarly = pending.length > 0 && (answerRoom !== null || room.isTight(built))
    if (built.overflow || isTooEarly) throw overflowError(model, built, auto)
    const style = styleOf()
    const effort = sentEffort(model, style.effort ?? null)
    const { trace, breakdown } = built
    of.live({ kind: 'context.trace', payload: { rows: [...trace], breakdown, effort } })
    sized.estimate = built.size.estimate
    sized.effort = ofTurn === null && model.reasoning ? effort : undefined
    window.sent(built.size.estimate, unreadIn(built.request.messages, deps.requests.count.message))
    if (built.shortenedRules !== null) {
      notices.add(say('context.rulesShortened', { path: built.shortenedRules, model: model.label }))
    }
    for (const warning of built.warnings) deps.logger.warn(warning, { sessionId: of.sessionId })
    const forcedTool = isForced() && answer !== null ? { forcedTool: answer.spec.name } : {}
    return deps.sent.keep(of, built.origin, {
      ...built.request,
      ...(answerRoom === null
        ? {}
        : { reserveOutput: answerRoom(built.request.reserveOutput, built.size.total) }),
      ...forcedTool,
      ...style,
      sessionId,
      cacheKey: sessionId,
      readFile: (blobId) => deps.storage.blobs.bytes(blobId as BlobId),
      ...noticesOfServer(model.label, notices),
    })
  }
  /** An agent that takes over a long chat gets its summary first, if automatic compaction is on. */
  const makeRoom: TurnDeps['makeRoom'] = (of, why) => {
    const { isOwed, give } = deps.bridgeSummary
    if (!auto || !isOwed(of)) return room.makeRoom(of, why)
    return give(of, { model: model.ref, answerRoom }).then(() => room.makeRoom(of, why))
  }
  return { buildRequest, makeRoom }
}

/** Returns the persona of a run: that of its agent, with what the command line put in its place or below it. */
export function instructedPersona(persona: string, bounds: RunSpec['bounds']): string {
  const { instead = persona, below = '' } = bounds?.instructions ?? {}
  return joinBlocks([instead, below])
}

/** Passes a request through hooks and stores the result for later inspection. */
export function looking(
  { sent }: TurnWorkDeps,
  hooks: HooksOfRun,
  sized: Sized,
): NonNullable<TurnDeps['throughHooks']> {
  return async (run, request) => {
    const seen = await throughHooks(hooks, request, run.signal)
    if (seen.messages === request.messages) return seen
    sent.changed(run, seen.messages)
    // The estimate does not apply to the changed request.
    sized.estimate = null
    return seen
  }
}
