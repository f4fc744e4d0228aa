import type { DurableEvent } from '#shared/events/event.ts'
import type { EventId } from '#shared/ids.ts'
import { snippedIn } from '#shared/session/snipped.ts'
import { isFromPerson, wordsOf } from './compaction-plan.ts'
import { filesIn, type KeptWords } from './compaction-summary.ts'

/** Collects what a summary of a path up to an event keeps, also from parts that were summarised before. */
export function keptWords(path: readonly DurableEvent[], through: EventId): KeptWords {
  const end = path.findIndex(({ id }) => id === through)
  const { events: out } = snippedIn(path)
  const told = path.slice(0, end + 1).filter(({ id }) => !out.has(id))
  const said = told.filter(isFromPerson).map((event) => wordsOf(event).trim())
  return { said: said.filter((words) => words !== ''), files: filesIn(told) }
}
