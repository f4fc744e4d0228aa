import type { AgentEnd } from '#shared/agent/agent-end.ts'
import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import { firstPart } from '#shared/first-part.ts'
import { EventId, type RunId, type SessionId } from '#shared/ids.ts'
import { isPaused } from '#shared/run/is-paused.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import { CLOSED } from '../../runs/run/closing.ts'
import type { Inbox } from '../../runs/run/inbox.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import { isOfAgent, newestRunOf } from '../records/newest-run.ts'
import { isCutOff } from './agent-runs.ts'
import { cutTo, movedBy, reportOf } from './report-of.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly inbox: Pick<Inbox, 'put'>
  readonly finalAnswer: (run: RunRecord) => string
}

/** Characters of a result in its completion notice. The rest is available on request. */
const MOST_CHARS = 12_000

/**
 * Reports the end of a background agent to its parent as an item, never as the person's message. When the
 * parent no longer reads messages, the nearest ancestor that does gets it.
 */
export function createCompletionNotices({ log, inbox, finalAnswer }: Deps) {
  const above = ({ parentSessionId }: SessionRecord): SessionRecord | null =>
    parentSessionId === null ? null : log.folds(parentSessionId).session

  const wasStopped = (run: RunRecord | null): boolean => run?.status === 'cancelled' && !isCutOff(run)

  const tell = (sessionId: SessionId, run: RunRecord, wakes: boolean): void => {
    const { session } = log.folds(sessionId)
    const parent = session === null ? null : above(session)
    if (session === null || parent === null) return
    const note = noteOf(run, session.meta.title, finalAnswer(run))
    const isNews = run.status !== 'cancelled' && !isPausedAgain(log.folds(sessionId).runs, run)
    const letter = { id: noticeIdOf(run.runId), stored: () => {}, wakes: wakes && isNews }

    const put = (to: SessionRecord): void => {
      const item = to.id === parent.id ? note : forAnother(note, parent)
      const next = to.kind === 'child' ? above(to) : null
      const unheard = (): void => {
        // The parent was stopped together with it, so no agent waits for the result.
        if (next === null || (wasStopped(run) && wasStopped(newestRunOf(log, to.id)))) {
          inbox.put(to.id, { ...letter, item })
        } else put(next)
      }
      inbox.put(to.id, { ...letter, item, ...(next === null ? {} : { unheard }) })
    }
    put(parent)
  }

  return {
    /** Reports an ended agent. An end caused by the exit of the app is reported at the next start. */
    ended: (sessionId: SessionId, run: RunRecord): void => {
      if (run.reason !== CLOSED) tell(sessionId, run, true)
    },
    /** Reports ends that the exit of the app left unreported. Starts no run. */
    catchUp: (untold: readonly RunRecord[]): void => {
      for (const run of untold) tell(run.sessionId, run, false)
    },
  }
}

/** The note of the end of a run, as an event. There can be only one: that it is in the log says that the end was told. */
export const noticeIdOf = (runId: RunId): EventId => EventId.parse(runId.replace(/^run_/, 'evt_'))

type EndNote = HarnessItem & { readonly data: { readonly end: AgentEnd } }

/** Returns the completion notice of an agent, with its final answer. */
export function noteOf(run: RunRecord, title: string, words: string): EndNote {
  const { text, end } = reportOf(run, words)
  const content =
    text.length <= MOST_CHARS
      ? text
      : `${firstPart(text, MOST_CHARS)}\n[${text.length - MOST_CHARS} more characters. Ask for them with resume: "${run.sessionId}".]`
  return {
    kind: 'child-summary',
    origin: 'agent',
    content,
    attrs: { agent: run.agentId, id: run.sessionId, title, status: run.status, turns: String(run.turns) },
    data: { end: cutTo(end, MOST_CHARS) },
    visibility: 'display',
    lifetime: 'session',
    placement: 'in-place',
  }
}

/** True for one that was spoken to while a limit paused it, and is paused by it still. */
function isPausedAgain(runs: SessionFolds['runs'], run: RunRecord): boolean {
  const before = Object.values<RunRecord>(runs).findLast(
    (each) => each.runId !== run.runId && isOfAgent(each),
  )
  return run.turns === 0 && isPaused(run) && before !== undefined && isPaused(before)
}

/** Adapts a notice for an ancestor that did not start the agent and must learn its parent. */
function forAnother(note: EndNote, { id, meta }: SessionRecord): EndNote {
  const whose = `This agent worked for “${meta.title}” (${id}), which had ended and does not read it.`
  const before = `${whose}\n\n`
  return { ...note, content: before + note.content, data: { end: movedBy(note.data.end, before.length) } }
}
