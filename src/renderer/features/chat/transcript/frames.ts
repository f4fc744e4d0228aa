import type { Entry, ToolEntry } from './entry.ts'

type Calls = Extract<Entry, { kind: 'tools' }>

/** Calls rendered together: about a third of a screen. */
const FRAME = 8

/**
 * Cuts a long row of calls into frames, so that only those in sight are drawn, however many agents an answer sends. A
 * frame in which nothing has changed stays the same one, and so does each call.
 */
export function createFrames(): (entry: Calls) => readonly Calls[] {
  const drawn = new Map<string, Calls>()
  const kept = (frame: Calls): Calls => {
    const before = drawn.get(frame.key)
    const calls = frame.calls.map((call, at) => {
      const known = before?.calls[at]
      return known !== undefined && isSame(known, call) ? known : call
    })
    const isKept = before !== undefined && isAlike(before, frame) && calls.every(isAt(before.calls))
    const now = isKept ? before : { ...frame, calls }
    drawn.set(frame.key, now)
    return now
  }
  return (entry) => {
    const count = Math.ceil(entry.calls.length / FRAME)
    if (count < 2) return [entry]
    return Array.from({ length: count }, (_, index) => {
      const isLast = index === count - 1
      return kept({
        kind: 'tools',
        key: index === 0 ? entry.key : `${entry.key}.${index}`,
        calls: entry.calls.slice(index * FRAME, (index + 1) * FRAME),
        leads: isLast ? entry.leads : NONE,
        cut: { above: index > 0, below: !isLast },
      })
    })
  }
}

const NONE: Calls['leads'] = []

const isAt = (calls: readonly ToolEntry[]) => (call: ToolEntry, at: number) => calls[at] === call

function isAlike(before: Calls, now: Calls): boolean {
  return (
    before.calls.length === now.calls.length &&
    before.cut?.below === now.cut?.below &&
    before.leads.length === now.leads.length &&
    before.leads.every((id, at) => now.leads[at] === id)
  )
}

function isSame(before: ToolEntry, now: ToolEntry): boolean {
  return (
    before.key === now.key &&
    before.name === now.name &&
    before.writing === now.writing &&
    before.args === now.args &&
    before.written === now.written &&
    before.outcome === now.outcome &&
    before.text === now.text
  )
}
