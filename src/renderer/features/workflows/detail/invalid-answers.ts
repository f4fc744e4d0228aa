import type { DurableEvent } from '#shared/events/event.ts'
import type { RunId } from '#shared/ids.ts'
import { textOf } from '#shared/session/message-words.ts'
import { problemsIn } from '#shared/workflow/correction.ts'

/** An answer that did not fit what was asked for, and what was wrong with it. */
export type InvalidAnswer = { readonly value: unknown; readonly problems: readonly string[] }

type Last = { readonly runId: RunId; readonly value: unknown; readonly given: boolean }

/** The answers in a conversation after which another was asked for, by the run that gave them. */
export function invalidAnswersIn(path: readonly DurableEvent[]): ReadonlyMap<RunId, InvalidAnswer> {
  const found = new Map<RunId, InvalidAnswer>()
  let last = null as Last | null
  for (const event of path) {
    if (event.kind !== 'message') continue
    const { message } = event.payload
    if (message.role === 'user') {
      const problems = problemsIn(textOf(message))
      if (problems !== null && last !== null) {
        found.set(last.runId, { value: unwrapped(last.value, problems), problems })
      }
    }
    if (message.role !== 'assistant' || event.runId === undefined) continue
    const { runId } = event
    const answer = message.parts.find((part) => part.t === 'tool_call' && part.name === 'answer')
    if (answer?.t === 'tool_call') last = { runId, value: answer.args, given: true }
    // Words beside an answer in a form are not the answer.
    else if (last?.runId !== runId || !last.given) last = { runId, value: textOf(message), given: false }
  }
  return found
}

/** Unwraps an answer that is no object, which is stored inside one; its problems refer to the inner value. */
function unwrapped(value: unknown, problems: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== 'value') return value
  const isInside = !problems.some((problem) => problem.startsWith('value ') || problem.startsWith('value.'))
  return isInside && 'value' in value ? value.value : value
}

/** Problems at the lines of a tree. `rest` belongs to no line that is drawn. */
export type PlacedFaults = {
  readonly at: ReadonlyMap<string, readonly string[]>
  readonly rest: readonly string[]
}

type Line = { readonly id: string; readonly expanded: boolean | null }

/** Puts each problem at the deepest line that holds what it is about. A schema check names the place in front: `a.0.b must …`. */
export function placedFaults(lines: readonly Line[], problems: readonly string[]): PlacedFaults {
  const at = new Map<string, string[]>()
  const rest: string[] = []
  for (const problem of problems) {
    let best: { readonly id: string; readonly words: string; readonly length: number } | null = null
    for (const { id, expanded } of lines) {
      const place = id.slice(1).replaceAll('/', '.')
      const isIt = problem.startsWith(`${place} `)
      if (!isIt && !(expanded === false && problem.startsWith(`${place}.`))) continue
      if (best === null || place.length > best.length) {
        best = { id, words: problem.slice(place.length + 1).replace(/\.$/, ''), length: place.length }
      }
    }
    if (best === null) rest.push(problem)
    else at.set(best.id, [...(at.get(best.id) ?? []), best.words])
  }
  return { at, rest }
}
