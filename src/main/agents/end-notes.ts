import type { AgentEnd } from '#shared/agent/agent-end.ts'
import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import { firstPart } from '#shared/first-part.ts'
import { EventId, type RunId, type SessionId } from '#shared/ids.ts'
import { isPaused } from '#shared/run/is-paused.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import { CLOSED } from '../runs/closing.ts'
import type { Inbox } from '../runs/inbox.ts'
import type { RunLog } from '../runs/run-log.ts'
import { isCutOff } from './agent-runs.ts'
import { isOfAgent, newestRunOf } from './newest-run.ts'
import { cutTo, movedBy, reportOf } from './report-of.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly inbox: Pick<Inbox, 'put'>
  readonly lastWords: (run: RunRecord) => string
}

/** How much of what an agent found stands in the note of its end. The rest can be asked for. */
const MOST_CHARS = 12_000

/**
 * Tells a chat, or an agent, of the end of one that worked in the background: as an item, never as the person's words.
 * Where who started it hears nothing any more, the nearest above that does is told instead.
 */
export function createEndNotes({ log, inbox, lastWords }: Deps) {
  const above = ({ parentSessionId }: SessionRecord): SessionRecord | null =>
    parentSessionId === null ? null : log.folds(parentSessionId).session

  const wasStopped = (run: RunRecord | null): boolean => run?.status === 'cancelled' && !isCutOff(run)

  const tell = (sessionId: SessionId, run: RunRecord, wakes: boolean): void => {
    const { session } = log.folds(sessionId)
    const employer = session === null ? null : above(session)
    if (session === null || employer === null) return
    const note = noteOf(run, session.meta.title, lastWords(run))
    const isNews = run.status !== 'cancelled' && !isPausedAgain(log.folds(sessionId).runs, run)
    const letter = { id: noteIdOf(run.runId), stored: () => {}, wakes: wakes && isNews }

    const put = (to: SessionRecord): void => {
      const item = to.id === employer.id ? note : forAnother(note, employer)
      const next = to.kind === 'child' ? above(to) : null
      const unheard = (): void => {
        // Who was stopped together with it left nothing that anybody waits for.
        if (next === null || (wasStopped(run) && wasStopped(newestRunOf(log, to.id)))) {
          inbox.put(to.id, { ...letter, item })
        } else put(next)
      }
      inbox.put(to.id, { ...letter, item, ...(next === null ? {} : { unheard }) })
    }
    put(employer)
  }

  return {
    /** Called when one has ended. What the end of the app stopped is told at the next start. */
    ended: (sessionId: SessionId, run: RunRecord): void => {
      if (run.reason !== CLOSED) tell(sessionId, run, true)
    },
    /** Tells of the ends nobody was told, because the app ended first. Nothing starts by itself. */
    catchUp: (untold: readonly RunRecord[]): void => {
      for (const run of untold) tell(run.sessionId, run, false)
    },
  }
}

/** The note of the end of a run, as an event. There can be only one: that it is in the log says that the end was told. */
export const noteIdOf = (runId: RunId): EventId => EventId.parse(runId.replace(/^run_/, 'evt_'))

type EndNote = HarnessItem & { readonly data: { readonly end: AgentEnd } }

/** What is told of the end of an agent, with what it said last. */
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
    attrs: { agent: run.agentId, id: run.sessionId, title, status: run.status },
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

/** The same for somebody who did not start it, and has to know who did. */
function forAnother(note: EndNote, { id, meta }: SessionRecord): EndNote {
  const whose = `This agent worked for “${meta.title}” (${id}), which had ended and does not read it.`
  const before = `${whose}\n\n`
  return { ...note, content: before + note.content, data: { end: movedBy(note.data.end, before.length) } }
}
