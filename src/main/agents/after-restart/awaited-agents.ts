import { AppError } from '#shared/errors.ts'
import type { EventId, SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { PriorAnswers } from '../../runs/calls/tool-group.ts'
import type { Sessions } from '../../runs/chats/sessions.ts'
import { CLOSED } from '../../runs/run/closing.ts'
import type { RunHandle } from '../../runs/run/run-handle.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import { awaitWithAbort } from '../children/await-with-abort.ts'
import type { Children } from '../children/children.ts'
import type { Child } from '../records/child-task.ts'
import { newestRunOf } from '../records/newest-run.ts'
import { isCutOff } from '../reports/agent-runs.ts'
import { noteOf, noticeIdOf } from '../reports/completion-notices.ts'
import type { WaitingAgents } from './waiting-agents.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly sessions: Pick<Sessions, 'get' | 'update'>
  readonly children: Pick<Children, 'at' | 'tell' | 'resumeAnswered'>
  readonly answered: WaitingAgents['answered']
  /** Returns the person's answers about the last calls of a run. */
  readonly priorOf: (run: RunRecord) => PriorAnswers
  readonly finalAnswer: (run: RunRecord) => string
  /** True for an event that is in the log. */
  readonly isStored: (id: EventId) => boolean
}

/** The message to an awaited agent that was running when the app closed. */
const CLOSED_MEANWHILE =
  'The app was closed while you worked. What you had said and done is kept. Check what your last calls came to, and continue where you stopped.'

/**
 * Tracks agents whose parent was paused with them and waits again. Their calls were answered with the pause,
 * so their results arrive as items before the next request. The logs store the wait, so that it survives a
 * restart.
 */
export function createAwaitedAgents(deps: Deps) {
  const awaited = new Map<SessionId, readonly Child[]>()
  // Known from before the app was closed; most sessions have none, and none of them has to look into its log.
  const left = new Map<SessionId, ReadonlySet<SessionId>>()

  const over = (sessionId: SessionId): void => deps.sessions.update(sessionId, { awaited: false })

  const tell = (run: RunHandle, record: RunRecord): void => {
    const { title } = deps.sessions.get(record.sessionId).meta
    const id = noticeIdOf(record.runId)
    // The app may have exited after the note was stored and before the wait was cleared.
    if (!deps.isStored(id)) {
      run.publish([{ kind: 'harness.item', id, payload: noteOf(record, title, deps.finalAnswer(record)) }])
    }
    over(record.sessionId)
  }

  /** Logs each result as soon as its agent has ended, independent of the others. */
  const joined = async (run: RunHandle, child: Child): Promise<void> => {
    const record = await awaitWithAbort(run, child.stop, Promise.race([child.done, child.moved]))
    if (run.signal.aborted) {
      if (!isClosing(run.signal.reason)) over(child.sessionId)
      throw run.signal.reason
    }
    // No parent waits in the background: the end is reported.
    if (record === undefined) return over(child.sessionId)
    if (!isTerminal(record.status)) throw AppError.cancelled(CLOSED)
    tell(run, record)
  }

  /** Waits again for an agent that was running or had ended when the app closed. */
  const joinedAgain = async (run: RunHandle, sessionId: SessionId): Promise<void> => {
    const before = newestRunOf(deps.log, sessionId)
    if (before === null || deps.sessions.get(sessionId).meta.background === true) return over(sessionId)
    // The person sent a new message: the agent that reads the result decides whether to resume it.
    const mayGoOn = run.record().inputEventId === undefined
    if (!isTerminal(before.status) && mayGoOn) await deps.answered(run, before)
    const now = newestRunOf(deps.log, sessionId) ?? before
    if (isTerminal(now.status) && !(isCutOff(now) && mayGoOn)) return tell(run, now)
    const child = mayGoOn ? await goingOn(deps, now) : null
    // An agent with an open question is left to the person; an agent that cannot resume was stopped.
    const end = newestRunOf(deps.log, sessionId) ?? now
    if (child !== null) await joined(run, child)
    else if (isTerminal(end.status)) tell(run, end)
    else over(sessionId)
  }

  return {
    /** The next run of the parent waits for this one. */
    expect: (parent: SessionId, child: Child): void => {
      const others = [...(left.get(parent) ?? [])].filter((id) => id !== child.sessionId)
      left.set(parent, new Set(others))
      awaited.set(parent, [...(awaited.get(parent) ?? []), child])
      deps.sessions.update(child.sessionId, { awaited: true })
    },
    /** True for one from before the app was closed whose parent has not gone on since. */
    isLeft: (parent: SessionId, sessionId: SessionId): boolean => left.get(parent)?.has(sessionId) === true,
    /** Called when the app starts, with the agents that were waited for when it ended: they still are. */
    recall: (agents: readonly SessionId[]): void => {
      for (const sessionId of agents) {
        const parentSessionId = deps.log.folds(sessionId).session?.parentSessionId ?? null
        if (parentSessionId === null) continue
        left.set(parentSessionId, new Set([...(left.get(parentSessionId) ?? []), sessionId]))
      }
    },
    /** Stops the awaited agents of a stopped run. Keeps those in the background. Never rejects. */
    leave: async (run: RunHandle): Promise<void> => {
      const all = awaited.get(run.sessionId) ?? []
      awaited.delete(run.sessionId)
      await Promise.allSettled(
        all.map(async (child) => {
          // An agent in the background keeps running without the run.
          const isMoved = (await Promise.race([child.moved, NOT_MOVED])) === undefined
          if (isMoved) over(child.sessionId)
          else await joined(run, child)
        }),
      )
    },
    /** Waits for all that work for the session of this run and went on with it. */
    join: async (run: RunHandle): Promise<void> => {
      const all = awaited.get(run.sessionId) ?? []
      const again = left.get(run.sessionId) ?? []
      awaited.delete(run.sessionId)
      left.delete(run.sessionId)
      const ends = await Promise.allSettled([
        ...all.map((child) => joined(run, child)),
        ...[...again].map((sessionId) => joinedAgain(run, sessionId)),
      ])
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    },
  }
}

const NOT_MOVED = Promise.resolve('not moved' as const)

export type AwaitedAgents = ReturnType<typeof createAwaitedAgents>

const isClosing = (reason: unknown): boolean => reason instanceof Error && reason.message === CLOSED

/** Resumes an agent that the exit of the app interrupted or that the person has answered since. */
function goingOn({ children, priorOf }: Deps, before: RunRecord): Promise<Child | null> | Child | null {
  const { sessionId } = before
  const atWork = children.at(sessionId)
  if (atWork !== null) return atWork
  if (!isTerminal(before.status)) return children.resumeAnswered(before, priorOf(before), false)
  return children.tell(sessionId, { prompt: CLOSED_MEANWHILE, by: 'app', background: false })
}
