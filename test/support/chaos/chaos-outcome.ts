import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { textOf, toolCallsOf } from '#shared/session/message-words.ts'
import { wireProblem } from '../../../src/main/context/branch/legality.ts'
import type { openTestLog } from '../data/open-log.ts'
import type { createRunRig } from '../rigs/run-rig.ts'
import { runsOf } from '../rigs/scripted-replies.ts'

/** What was said, and what was taken back before it was sent. */
export type Words = { readonly said: readonly string[]; readonly taken: readonly string[] }

/** What the log says at the end. */
export function told(
  log: ReturnType<typeof openTestLog>,
  rig: ReturnType<typeof createRunRig>,
  sessionId: SessionId,
  words: Words,
) {
  const { activeContextId } = rig.sessions.get(sessionId).meta
  const path = activeContextId === null ? [] : log.paths.of(sessionId, activeContextId)
  const events = log.reader.eventsAfter(sessionId, 0)
  const live = log.store.folds(sessionId)
  return {
    wanted: words.said.filter((text) => !words.taken.includes(text)).sort(),
    kept: path.flatMap(wordsOf).sort(),
    /** On any branch. */
    stored: [...new Set(events.flatMap(wordsOf))].sort(),
    problems: [...new Set(rig.requests.map(({ messages }) => wireProblem(messages)))].filter(
      (problem) => problem !== null,
    ),
    offTheBranch: events.filter((event) => isOnBranch(event) && !path.some((at) => at.id === event.id))
      .length,
    openCalls: openCalls(path),
    unfinished: runsOf(rig, sessionId).filter((run) => !isTerminal(run.status)).length,
    requests: Object.keys(live.interactions).length,
    underWay: log.bus.underWay(sessionId),
    compactions: events.filter(({ kind }) => kind === 'compact').length,
    numbers: events.map((event) => event.seq),
    live,
    rebuilt: log.store.rebuild(sessionId),
  }
}

/** Said, or told to the model, on some branch. */
export const isOnBranch = (event: DurableEvent) => event.kind === 'message' || event.kind === 'harness.item'

function wordsOf(event: DurableEvent): string[] {
  if (event.kind === 'harness.item' && event.payload.kind === 'steer') return [event.payload.content]
  if (event.kind !== 'message' || event.payload.message.role !== 'user') return []
  return [textOf(event.payload.message)]
}

/** Calls without an answer, with two, or whose answers stand in another order. */
function openCalls(path: readonly DurableEvent[]): string[] {
  const messages = path.flatMap((event) => (event.kind === 'message' ? [event.payload.message] : []))
  return messages.flatMap((message, index) => {
    const made = toolCallsOf(message).map((call) => call.callId)
    const rest = messages.slice(index + 1)
    const next = rest.findIndex((later) => later.role !== 'tool')
    const answered = rest.slice(0, next === -1 ? rest.length : next).map((later) => later.tool?.callId)
    if (message.role !== 'assistant' || JSON.stringify(made) === JSON.stringify(answered)) return []
    return [`${made.join(' ')} was answered by ${answered.join(' ')}`]
  })
}
