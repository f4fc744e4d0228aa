import type { DurableEvent } from '../../events/event.ts'
import { firstPart } from '../../first-part.ts'
import type { EventId, Millis } from '../../ids.ts'
import { LINE_CHARS } from '../line-chars.ts'
import { textOf } from '../message-words.ts'
import type { SideQueryAnswers } from '../side-query-answers.ts'

/** The pause after which a chat is recalled in one line, in milliseconds. */
export const AWAY_MS = 60 * 60 * 1_000

/** Minimum events of a chat without a line of the model: a shorter one is in view as a whole. */
const FEWEST_EVENTS = 4

/** One line about a chat that the person comes back to. `by`: the writer of the words. */
export type AwayLine = {
  readonly text: string
  readonly by: 'model' | 'person'
  readonly since: Millis
  /** The newest event of the chat. */
  readonly end: EventId
}

/**
 * Returns the line about a chat that rested for long: that of the model where it knows all that was said, or the newest
 * message of the person. Null for a chat that did not rest, and for a short one without a line.
 */
export function awayLine(
  path: readonly DurableEvent[],
  side: SideQueryAnswers,
  now: Millis,
): AwayLine | null {
  const last = path.at(-1)
  if (last === undefined || now - last.ts < AWAY_MS) return null
  const at = { since: last.ts, end: last.id }
  if (side.line?.through === last.id) return { text: side.line.text, by: 'model', ...at }
  if (path.length < FEWEST_EVENTS) return null
  const asked = path.flatMap((event) =>
    event.kind === 'message' && event.payload.message.role === 'user' ? [textOf(event.payload.message)] : [],
  )
  const text = asked
    .findLast((words) => words.trim() !== '')
    ?.replaceAll(/\s+/g, ' ')
    .trim()
  if (text === undefined) return null
  const short = text.length <= LINE_CHARS ? text : `${firstPart(text, LINE_CHARS - 1)}…`
  return { text: short, by: 'person', ...at }
}
