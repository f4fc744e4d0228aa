import type { AgentEnd } from '#shared/agent/agent-end.ts'
import { isPaused } from '#shared/run/is-paused.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isCutOff } from './agent-runs.ts'

type Ended = Pick<RunRecord, 'status' | 'sessionId' | 'error' | 'reason'>

/** `end` says the same to the person: the ways on that `text` names are those of a model. */
export type Report = { readonly text: string; readonly isError: boolean; readonly end: AgentEnd }

/** Builds the parent's report of an end: the last message, and the reason after a failure. */
export function reportOf(run: Ended, words: string): Report {
  if (run.status === 'completed') {
    const text = words === '' ? 'The agent ended without a word.' : words
    return { text, isError: false, end: endOf(run, [0, text.length]) }
  }
  const again = `To let it go on from where it stood, call agent with resume: "${run.sessionId}".`
  const why = run.error?.message ?? run.reason ?? 'It was stopped.'
  const last = words === '' ? '' : `\n\nThe last thing it said:\n${words}`
  const text = `The agent did not finish. ${why} ${again}${last}`
  return { text, isError: true, end: endOf(run, [text.length - words.length, text.length]) }
}

/** The same where only so much of the text is handed on. */
export function cutTo(end: AgentEnd, most: number): AgentEnd {
  const [from, to] = end.words
  return { ...end, words: [Math.min(from, most), Math.min(to, most)] }
}

/** The same where so much stands before the text. */
export function movedBy(end: AgentEnd, before: number): AgentEnd {
  const [from, to] = end.words
  return { ...end, words: [from + before, to + before] }
}

function endOf(run: Ended, words: AgentEnd['words']): AgentEnd {
  const isDone = run.status === 'completed'
  const problem = isDone ? null : (run.error?.message ?? run.reason ?? null)
  return { state: stateOf(run), problem, said: [...(run.error?.said ?? [])], words }
}

function stateOf(run: Ended): AgentEnd['state'] {
  if (run.status === 'completed') return 'done'
  if (isPaused(run)) return 'paused'
  if (isCutOff(run)) return 'interrupted'
  return run.status === 'cancelled' ? 'stopped' : 'failed'
}
