import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { EventId, ModelRef, ProjectId, SessionId } from '#shared/ids.ts'
import { keepNewest } from '#shared/keep-newest.ts'
import type { MemoryLook } from '#shared/memory/proposal.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { PathOf } from '../../runs/run/closing.ts'
import { isInBin } from '../../runs/run/top-session.ts'
import { requestOnce, type Writer } from '../../runs/turns/request-once.ts'
import { systemRunRecord } from '../../runs/turns/system-run-record.ts'
import type { Proposals } from '../proposals/proposals.ts'
import { readFindings } from '../proposals/read-findings.ts'
import { type ChatRecord, chatRecordOf } from './chat-record.ts'

type Deps = {
  readonly folds: (sessionId: SessionId) => SessionFolds
  readonly publish: (sessionId: SessionId, events: readonly NewDurableEvent[]) => unknown
  readonly pathOf: PathOf
  /** Throws a sentence when this model cannot scan chats. */
  readonly mayLook: (model: ModelRef) => void
  /** Returns the scanning agent of a project. */
  readonly writerFor: (projectId: ProjectId, model: ModelRef) => Promise<Writer>
  readonly proposals: Pick<Proposals, 'add' | 'through'>
  readonly newId: NewId
  readonly clock: Clock
  /** Told whenever a look begins or ends. */
  readonly changed: () => void
  readonly report: (error: unknown) => void
}

/** The agent that scans chats; the cost of a scan is booked under its name. */
export const SCAN_AGENT = 'memory'
const RESERVE_OUTPUT = 4_000
const LIMIT_MS = 180_000
/** Maximum scans listed. */
const MOST_TOLD = 20

type Scene = {
  readonly projectId: ProjectId
  readonly run: RunRecord
  readonly record: ChatRecord
  readonly model: ModelRef
}

/**
 * Scans chats for facts worth remembering, in the background. Its cost is stored with the chat, and findings
 * are only proposed.
 */
export function createMemoryScans(deps: Deps) {
  const { proposals } = deps
  const looks = new Map<SessionId, MemoryLook>()
  const working = new Map<SessionId, { readonly stop: () => void; readonly done: Promise<void> }>()

  const put = (look: MemoryLook): void => {
    keepNewest(looks, look.sessionId, look, MOST_TOLD)
    deps.changed()
  }

  const begin = (sessionId: SessionId, after: EventId | null): void => {
    if (working.has(sessionId)) return
    const title = deps.folds(sessionId).session?.meta.title ?? null
    const scene = sceneOf(deps, sessionId, after)
    const stopping = new AbortController()
    const told = { sessionId, title, found: 0, problem: null }
    put({ ...told, state: 'looking' })
    const done = look(deps, sessionId, scene, stopping.signal)
      .then((found) => ({ ...told, state: 'done' as const, found }))
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return { ...told, state: 'failed' as const, problem: stopped().toData() }
        return { ...told, state: 'failed' as const, problem: problemOf(error).toData() }
      })
      .then((ended) => {
        working.delete(sessionId)
        put(ended)
      })
    working.set(sessionId, { stop: () => stopping.abort(), done })
  }

  const problemOf = (error: unknown): AppError => {
    if (error instanceof AppError) return error
    deps.report(error)
    return AppError.saying('other', say('memory.lookFailed'))
  }

  /** Resolves when nothing is looked over. */
  const idle = async (): Promise<void> => {
    await Promise.all([...working.values()].map(({ done }) => done))
  }

  return {
    /** Looks over all that is said in a chat. Throws a sentence when it cannot. */
    begin: (sessionId: SessionId): void => begin(sessionId, null),
    /** Looks over what is new in a chat, unless nothing is. */
    goOn: (sessionId: SessionId): void => {
      try {
        begin(sessionId, proposals.through(sessionId))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
      }
    },
    stop: (sessionId: SessionId): void => working.get(sessionId)?.stop(),
    list: (): readonly MemoryLook[] => [...looks.values()].reverse(),
    idle,
    /** Gives up what is under way. */
    close: async (): Promise<void> => {
      for (const { stop } of working.values()) stop()
      await idle()
    },
  }
}

/** Returns the scan input. Throws a sentence when there is nothing to scan or no model. */
function sceneOf(deps: Deps, sessionId: SessionId, after: EventId | null): Scene {
  const { session, runs } = deps.folds(sessionId)
  const contextId = session?.meta.activeContextId ?? null
  const run = Object.values(runs).findLast(({ kind }) => kind === 'chat')
  const projectId = session?.meta.projectId ?? null
  if (session === null || contextId === null || projectId === null || run === undefined) throw nothingSaid()
  if (isInBin(deps, sessionId)) throw AppError.saying('memory.refused', say('run.inBin'))
  const { model } = session.meta
  deps.mayLook(model)
  const record = chatRecordOf(deps.pathOf(sessionId, contextId), after)
  if (record === null) throw nothingSaid()
  return { projectId, run, record, model }
}

/** Asks once, notes what it cost, and proposes what was found. Answers with how much that is. */
async function look(
  deps: Deps,
  sessionId: SessionId,
  { projectId, run, record, model }: Scene,
  signal: AbortSignal,
): Promise<number> {
  const { clock } = deps
  const writer = await deps.writerFor(projectId, model)
  signal.throwIfAborted()
  const tooSlow = say('memory.lookTooSlow', { model: writer.info.label })
  const asking = {
    sessionId,
    writer,
    prompt: record.prompt,
    reserveOutput: RESERVE_OUTPUT,
    limitMs: LIMIT_MS,
    tooSlow,
    clock,
  }
  const asked = await requestOnce(asking, signal)
  // A chat that was deleted meanwhile must not get new events.
  if (deps.folds(sessionId).session === null) throw stopped()
  const found = asked.text === null ? null : readFindings(asked.text, record.messages.length)
  const outcome = { agentId: SCAN_AGENT, model: writer.info.ref, asked, failed: found === null }
  if (asked.usage.input + asked.usage.output > 0) {
    deps.publish(sessionId, systemRunRecord(deps.newId('run'), run, outcome))
  }
  signal.throwIfAborted()
  if (asked.error !== null) throw asked.error
  if (found === null) throw AppError.saying('llm.stream', say('memory.noList', { model: writer.info.label }))
  const findings = found.flatMap(({ message, ...text }) => {
    const eventId = record.messages[message - 1]
    return eventId === undefined ? [] : [{ ...text, eventId }]
  })
  return await deps.proposals.add({ sessionId, projectId, through: record.through, findings }, signal)
}

function nothingSaid(): AppError {
  return AppError.saying('memory.refused', say('memory.nothingSaid'))
}

function stopped(): AppError {
  return AppError.saying('cancelled', say('memory.lookStopped'))
}
