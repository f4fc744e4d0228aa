const FARTHEST = 3

/** The name most like the one that was typed, when any is near enough to be a slip of the hand. */
export function nearestName(typed: string, names: readonly string[]): string | null {
  const wanted = typed.toLowerCase().slice(0, 100)
  const allowed = Math.min(FARTHEST, Math.max(1, Math.floor(wanted.length / 3)))
  let nearest: { name: string; distance: number } | null = null
  for (const name of names.slice(0, 5_000)) {
    if (Math.abs(name.length - wanted.length) > allowed) continue
    const distance = distanceOf(wanted, name.toLowerCase())
    if (distance <= allowed && (nearest === null || distance < nearest.distance)) nearest = { name, distance }
  }
  return nearest?.name ?? null
}

/** Returns the edit distance: insertions, deletions, substitutions and swaps of neighbours. */
function distanceOf(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = current
  }
  return last[b.length] ?? 0
}
