/**
 * Which row of the page shows which item, by the items' ids. An item that stays in sight keeps its row, and one that
 * comes takes over that of one that went: to fill a row anew costs the browser far less than to make one.
 */
export function slotsFor(before: ReadonlyMap<number, number>, ids: readonly number[]): Map<number, number> {
  const slots = new Map<number, number>()
  for (const id of ids) {
    const slot = before.get(id)
    if (slot !== undefined) slots.set(id, slot)
  }
  const taken = new Set(slots.values())
  let free = 0
  for (const id of ids) {
    if (slots.has(id)) continue
    while (taken.has(free)) free += 1
    slots.set(id, free)
    taken.add(free)
  }
  return slots
}
