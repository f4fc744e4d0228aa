/** Tables that are merged one level deeper than the others. */
const MERGED_INSIDE: ReadonlySet<string> = new Set([
  'mcp.servers',
  'environment.projects',
  'roles.providers',
  'limits.projects',
  'context.profiles',
  'context.models',
])

/** Tables whose entries, under names of the person, are merged. */
const MERGED_ENTRIES: ReadonlySet<string> = new Set(['agents'])

/** Values that one layer replaces as a whole. */
const WHOLE: ReadonlySet<string> = new Set(['model'])

/** Lists to which each layer adds. */
const ADDED: ReadonlySet<string> = new Set(['permissions'])

/**
 * Puts one layer of settings over another. Tables are merged key by key, permission rules are added, and every other
 * value is replaced.
 */
export function overlay<T extends object>(below: T, above: Partial<T>): T {
  if (Object.keys(above).length === 0) return below
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(below))
  for (const [key, value] of Object.entries(above)) merged[key] = over(key, merged[key], value)
  return merged as T
}

function over(path: string, below: unknown, above: unknown): unknown {
  if (ADDED.has(path) && Array.isArray(below) && Array.isArray(above)) return [...below, ...above]
  if (WHOLE.has(path) || !isTable(below) || !isTable(above)) return above
  const merged: Record<string, unknown> = { ...below }
  for (const [key, value] of Object.entries(above)) {
    const inner = merged[key]
    const isMerged = MERGED_ENTRIES.has(path) || MERGED_INSIDE.has(`${path}.${key}`)
    const isDeeper = isMerged && isTable(inner) && isTable(value)
    merged[key] = isDeeper ? { ...inner, ...value } : value
  }
  return merged
}

/** Tables of a folder's file in which a higher layer replaces values. Rules and the sandbox only restrict. */
const REPLACED = ['runs', 'context', 'workflows', 'memory'] as const

/** Removes from the settings of a folder the values that a higher layer sets. */
export function withoutSet<T extends object>(folder: T, higher: object): T {
  const left: Record<string, unknown> = Object.fromEntries(Object.entries(folder))
  const set: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(higher))
  if (set['model'] !== undefined) delete left['model']
  for (const name of REPLACED) {
    const [table, by] = [left[name], set[name]]
    if (!isTable(table) || !isTable(by)) continue
    left[name] = withoutKeys(name, table, by)
  }
  return left as T
}

type Table = Readonly<Record<string, unknown>>

function withoutKeys(path: string, table: Table, by: Table): Table {
  const kept = Object.entries(table).flatMap(([key, value]) => {
    const above = by[key]
    if (above === undefined) return [[key, value]]
    const isMerged = MERGED_INSIDE.has(`${path}.${key}`) && isTable(value) && isTable(above)
    return isMerged ? [[key, withoutKeys(`${path}.${key}`, value, above)]] : []
  })
  return Object.fromEntries(kept)
}

export function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}
