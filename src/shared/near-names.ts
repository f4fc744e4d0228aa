const MOST = 3

/** Returns the most similar names to a mistyped one, nearest first: at most three. */
export function nearNames(typed: string, names: readonly string[]): readonly string[] {
  const word = typed.toLowerCase()
  const furthest = Math.max(1, Math.floor(word.length / 3))
  return [...new Set(names)]
    .map((name) => ({
      name,
      distance: word.length > 1 && name.startsWith(word) ? 0 : distanceOf(word, name),
    }))
    .filter(({ distance }) => distance <= furthest)
    .toSorted((one, other) => one.distance - other.distance || (one.name < other.name ? -1 : 1))
    .slice(0, MOST)
    .map(({ name }) => name)
}

/** Counts the letters to insert, leave out, replace or swap with their neighbour (optimal string alignment). */
function distanceOf(one: string, other: string): number {
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row]
    for (let at = 1; at <= other.length; at += 1) {
      const same = one[row - 1] === other[at - 1]
      const swapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      now[at] = Math.min(
        (above[at] ?? row) + 1,
        (now[at - 1] ?? at) + 1,
        (above[at - 1] ?? at) + (same ? 0 : 1),
        swapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = above
    above = now
  }
  return above[other.length] ?? one.length
}
