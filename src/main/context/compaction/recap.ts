import type { DurableEvent } from '#shared/events/event.ts'
import { firstPart } from '#shared/first-part.ts'
import type { EventId } from '#shared/ids.ts'
import type { Plan } from '#shared/plan/plan.ts'
import { LINE_CHARS } from '#shared/session/line-chars.ts'
import { textOf } from '#shared/session/message-words.ts'
import type { NoteText } from '#shared/session/notes/note.ts'
import type { Recap } from '#shared/session/recaps/recap.ts'
import type { SideQueryAnswers } from '#shared/session/side-query-answers.ts'
import { filesIn, saidIn } from './compaction-summary.ts'

const MOST_ASKED = 12
const LONGEST_ASKED = 300
const LONGEST_ANSWER = 1_200

/** Returns the recap of a branch from its log. The same log gives the same recap. */
export function recapOf(
  path: readonly DurableEvent[],
  plans: readonly Plan[],
  notes: readonly NoteText[],
  side: SideQueryAnswers,
): Recap {
  const said = saidIn(path)
  const summary = path.findLast((event) => event.kind === 'compact')
  return {
    asked: said.slice(-MOST_ASKED).map((words) => shortened(words, LONGEST_ASKED)),
    earlier: Math.max(0, said.length - MOST_ASKED),
    files: filesIn(path),
    tools: toolsIn(path),
    steps: plans.at(-1)?.steps.map(({ title, status }) => ({ title, status })) ?? [],
    lastAnswer: lastAnswerOf(path),
    summary: summary?.kind === 'compact' ? summary.payload.summary : null,
    notes: notes.map(({ key, content }) => ({ key, content })),
    line: lineOf(said, side, path.at(-1)?.id),
    kept: keptOf(side, path.at(-1)?.id),
  }
}

/** The line of the model, or the newest message of the person where there is none. */
function lineOf(
  said: readonly string[],
  { line }: SideQueryAnswers,
  newest: EventId | undefined,
): Recap['line'] {
  if (line?.through === newest && line !== undefined) return { text: line.text, isCurrent: true }
  const words = said.at(-1)
  return words === undefined ? null : { text: shortened(words, LINE_CHARS - 1), isCurrent: false }
}

function keptOf({ summary }: SideQueryAnswers, newest: EventId | undefined): Recap['kept'] {
  if (summary === undefined) return null
  return { text: summary.text, at: summary.at, isCurrent: summary.through === newest }
}

function lastAnswerOf(path: readonly DurableEvent[]): string | null {
  for (const event of path.toReversed()) {
    if (event.kind !== 'message' || event.payload.message.role !== 'assistant') continue
    const words = textOf(event.payload.message).trim()
    if (words !== '') return shortened(words, LONGEST_ANSWER)
  }
  return null
}

function toolsIn(path: readonly DurableEvent[]): Recap['tools'] {
  const used = new Map<string, { uses: number; failed: number }>()
  for (const event of path) {
    const tool = event.kind === 'message' ? event.payload.message.tool : undefined
    if (tool === undefined) continue
    const { uses, failed } = used.get(tool.name) ?? { uses: 0, failed: 0 }
    used.set(tool.name, { uses: uses + 1, failed: failed + (tool.isError ? 1 : 0) })
  }
  return [...used]
    .map(([name, counts]) => ({ name, ...counts }))
    .sort((left, right) => right.uses - left.uses || (left.name < right.name ? -1 : 1))
}

/** The beginning of a text, without half of a character. */
function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${firstPart(text, length)}…`
}
