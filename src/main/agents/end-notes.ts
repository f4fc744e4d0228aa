import type { HarnessItem } from '#shared/context/harness-item.ts'
import { EventId, type RunId, type SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { CLOSED } from '../runs/closing.ts'
import type { Inbox } from '../runs/inbox.ts'
import type { Sessions } from '../runs/sessions.ts'
import { reportOf } from './agent-tool.ts'

type Deps = {
  readonly sessions: Pick<Sessions, 'get'>
  readonly inbox: Pick<Inbox, 'put'>
  readonly lastWords: (run: RunRecord) => string
}

/** How much of what an agent found stands in the note of its end. The rest can be asked for. */
const MOST_CHARS = 12_000

/** Tells a chat, or an agent, of the end of one that worked in the background: as an item, never as the person's words. */
export function createEndNotes({ sessions, inbox, lastWords }: Deps) {
  const tell = (sessionId: SessionId, run: RunRecord, wakes: boolean): void => {
    const { parentSessionId, meta } = sessions.get(sessionId)
    if (parentSessionId === null) return
    const item = noteOf(run, meta.title, lastWords(run))
    const id = noteIdOf(run.runId)
    inbox.put(parentSessionId, { item, id, stored: () => {}, wakes: wakes && run.status !== 'cancelled' })
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

/** What is told of the end of an agent, with what it said last. */
export function noteOf(run: RunRecord, title: string, words: string): HarnessItem {
  const { text } = reportOf(run, words)
  const content =
    text.length <= MOST_CHARS
      ? text
      : `${text.slice(0, MOST_CHARS)}\n[${text.length - MOST_CHARS} more characters. Ask for them with resume: "${run.sessionId}".]`
  return {
    kind: 'child-summary',
    origin: 'agent',
    content,
    attrs: { agent: run.agentId, id: run.sessionId, title, status: run.status },
    visibility: 'display',
    lifetime: 'session',
    placement: 'in-place',
  }
}
