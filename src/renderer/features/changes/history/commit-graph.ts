import type { LoggedCommit } from '#shared/changes/history.ts'

/** A line of the graph within one row. `top` and `bottom` are lanes; null begins or ends at the commit. */
export type GraphLine = { readonly top: number | null; readonly bottom: number | null }

/** A commit with its lane and the lines that cross its row. */
export type GraphRow = { readonly lane: number; readonly lanes: number; readonly lines: readonly GraphLine[] }

type Lane = string | null

/** Lays commits out in lanes. Each lane holds the commit it waits for; children come before parents. */
export function graphOf(commits: readonly Pick<LoggedCommit, 'id' | 'parents'>[]): readonly GraphRow[] {
  let lanes: Lane[] = []
  return commits.map(({ id, parents }) => {
    const before = lanes
    const known = before.indexOf(id)
    const lane = known >= 0 ? known : freeLane(before)
    const after: Lane[] = before.map((waiting) => (waiting === id ? null : waiting))
    for (const [at, parent] of parents.entries()) {
      if (after.includes(parent)) continue
      after[at === 0 && (after[lane] ?? null) === null ? lane : freeLane(after)] = parent
    }
    for (let at = 0; at < after.length; at += 1) after[at] ??= null
    while (after.length > 0 && after.at(-1) === null) after.pop()
    lanes = after
    const passing = before.flatMap((waiting, top): GraphLine[] => {
      if (waiting === null) return []
      return [{ top, bottom: waiting === id ? null : after.indexOf(waiting) }]
    })
    const down = parents.map((parent): GraphLine => ({ top: null, bottom: after.indexOf(parent) }))
    return { lane, lanes: Math.max(before.length, after.length, lane + 1), lines: [...passing, ...down] }
  })
}

function freeLane(lanes: readonly Lane[]): number {
  const free = lanes.findIndex((lane) => (lane ?? null) === null)
  return free < 0 ? lanes.length : free
}
