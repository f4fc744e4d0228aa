import { type Entry, type MadeEntry, type Staged, textMessage, type Verdict } from '../branch/entry.ts'
import { REMINDER_TAG, wrapInTag } from '../branch/envelope.ts'
import type { ContextPolicy } from '../budget/policy.ts'
import type { Relief } from './pressure.ts'

/** Leaves out the turns the relief names and says so to the model in their place. */
export function thinTurns(
  entries: readonly Entry[],
  { thinBefore, spared }: Pick<Relief, 'thinBefore' | 'spared'>,
): Staged<Entry> {
  const thinned = dropBefore(entries, thinBefore, (index) => spared.has(index), 'fit')
  return thinned.firstDropped === null
    ? thinned
    : { entries: thinned.entries.toSpliced(thinned.firstDropped, 0, LEFT_OUT), verdicts: thinned.verdicts }
}

/** With a sliding window, only the last messages of the person and what followed them are sent. */
export function slideWindow(entries: readonly Entry[], window: ContextPolicy['window']): Staged<Entry> {
  if (window?.strategy !== 'sliding' || window.maxTurns === undefined) return { entries, verdicts: [] }
  const asked = entries.flatMap((entry, index) =>
    entry.from === 'message' && entry.message.role === 'user' ? [index] : [],
  )
  return dropBefore(entries, asked.at(-window.maxTurns) ?? 0, () => false, 'window')
}

const LEFT_OUT: MadeEntry = {
  from: 'made',
  eventId: null,
  message: textMessage(
    'user',
    wrapInTag(
      REMINDER_TAG,
      'Earlier turns of this conversation were left out here because they no longer fit.',
    ),
  ),
}

type Dropped = Staged<Entry> & { readonly firstDropped: number | null }

/** Drops entries before an index, except summaries, those in `keeps` and required items. */
function dropBefore(
  entries: readonly Entry[],
  before: number,
  keeps: (index: number) => boolean,
  rule: string,
): Dropped {
  if (before === 0) return { entries, verdicts: [], firstDropped: null }
  const kept: Entry[] = []
  const verdicts: Verdict[] = []
  let firstDropped: number | null = null
  for (const [index, entry] of entries.entries()) {
    if (index >= before || entry.from === 'summary' || keeps(index) || mustKeep(entry)) {
      kept.push(entry)
      continue
    }
    firstDropped ??= kept.length
    if (entry.eventId !== null) verdicts.push({ eventId: entry.eventId, outcome: 'dropped', rule })
    if (entry.from !== 'message') continue
    for (const item of entry.merged) {
      if (item.mustKeep) kept.push(item)
      else verdicts.push({ eventId: item.eventId, outcome: 'dropped', rule })
    }
  }
  return { entries: kept, verdicts, firstDropped }
}

function mustKeep(entry: Entry): boolean {
  return entry.from === 'item' && entry.mustKeep
}
