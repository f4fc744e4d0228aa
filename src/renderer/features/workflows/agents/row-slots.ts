/**
 * Assigns row elements to items by id. A visible item keeps its element, and a new one takes over a freed
 * one, because updating an element is much cheaper than creating one.
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
