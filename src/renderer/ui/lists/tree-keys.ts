/** One visible line of a tree, from top to bottom. */
export type TreeRow = {
  readonly id: string
  /** From 1. */
  readonly level: number
  /** `null`: nothing is inside. */
  readonly expanded: boolean | null
  /** Empty for a line that is named by what it shows. */
  readonly name: string
  /** Said after the name. */
  readonly description?: string
}

export type TreeMove =
  | { readonly to: 'cursor'; readonly id: string }
  | { readonly to: 'expand' | 'collapse' | 'open'; readonly id: string }

/** Returns the effect of a key in a tree, as in file managers. `null` for other keys. */
export function treeMove(
  rows: readonly TreeRow[],
  cursor: string | null,
  key: string,
  page: number,
): TreeMove | null {
  const at = rows.findIndex((row) => row.id === cursor)
  const row = rows[at]
  if (row === undefined) {
    const first = rows[0]
    return first === undefined || !KEYS.has(key) ? null : { to: 'cursor', id: first.id }
  }
  switch (key) {
    case 'ArrowDown':
      return stepTo(rows, at + 1)
    case 'ArrowUp':
      return stepTo(rows, at - 1)
    case 'PageDown':
      return stepTo(rows, at + page)
    case 'PageUp':
      return stepTo(rows, at - page)
    case 'Home':
      return stepTo(rows, 0)
    case 'End':
      return stepTo(rows, rows.length - 1)
    case 'ArrowRight':
      if (row.expanded === false) return { to: 'expand', id: row.id }
      return row.expanded === true ? stepTo(rows, at + 1) : null
    case 'ArrowLeft':
      if (row.expanded === true) return { to: 'collapse', id: row.id }
      return parentOf(rows, at)
    case 'Enter':
      return { to: 'open', id: row.id }
    default:
      return null
  }
}

/** The next row, below the cursor and then from the top, whose name starts with what was typed. */
export function typeAhead(rows: readonly TreeRow[], cursor: string | null, typed: string): string | null {
  const at = rows.findIndex((row) => row.id === cursor)
  const from = typed.length > 1 ? Math.max(0, at) : at + 1
  const ordered = [...rows.slice(from), ...rows.slice(0, from)]
  const wanted = typed.toLocaleLowerCase()
  return ordered.find((row) => row.name.toLocaleLowerCase().startsWith(wanted) && row.name !== '')?.id ?? null
}

const KEYS = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'ArrowRight', 'ArrowLeft'])

function stepTo(rows: readonly TreeRow[], index: number): TreeMove | null {
  const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
  return row === undefined ? null : { to: 'cursor', id: row.id }
}

function parentOf(rows: readonly TreeRow[], at: number): TreeMove | null {
  const level = rows[at]?.level ?? 1
  for (let index = at - 1; index >= 0; index -= 1) {
    const row = rows[index]
    if (row !== undefined && row.level < level) return { to: 'cursor', id: row.id }
  }
  return null
}
