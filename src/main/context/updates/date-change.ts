import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { InstructionSnapshot } from '#shared/context/instructions.ts'
import { itemData } from '#shared/context/item-data.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { Millis } from '#shared/ids.ts'
import { stillRead } from '../branch/still-read.ts'
import { timeWords } from '../instructions/clock-words.ts'

/**
 * When the model was last told the date: by its instructions, or by what its branch still tells of a change. Null when
 * it was never told one.
 */
export function toldTime(
  path: readonly DurableEvent[],
  snapshot: Pick<InstructionSnapshot, 'sections'> | null,
): Millis | null {
  const sections = (snapshot?.sections ?? []).filter(({ kind }) => kind === 'time')
  let told: Millis | null = sections.at(-1)?.frozenAt ?? null
  for (const event of stillRead(path)) {
    const data = event.kind === 'harness.item' ? itemData('date-change', event.payload) : null
    if (data !== null) told = Math.max(told ?? 0, data.at)
  }
  return told
}

/** The item that tells a model that it is another day. */
export function dateItem(at: Millis, timeZone: string): HarnessItem {
  return {
    kind: 'date-change',
    origin: 'system',
    content: `It is another day than you were last told: it is now ${timeWords(at, timeZone)}. Files, and what was said about the present, may be out of date.`,
    visibility: 'hidden',
    lifetime: 'session',
    placement: 'in-place',
    data: { at },
  }
}
