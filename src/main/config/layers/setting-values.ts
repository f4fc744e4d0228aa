import { isTable } from './overlay.ts'

/** Tables of which only the names of the entries count: their values may carry secrets. */
const ONLY_NAMES: ReadonlySet<string> = new Set(['mcp.servers'])

/** Lists the values of settings by their dotted key. Permission rules are left out: every layer adds its own. */
export function settingValues(settings: object): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>()
  collect('', settings, values)
  values.delete('permissions')
  return values
}

function collect(path: string, value: unknown, values: Map<string, unknown>): void {
  if (value === undefined || value === null) return
  if (!isTable(value)) {
    values.set(path, value)
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    const name = path === '' ? key : `${path}.${key}`
    if (ONLY_NAMES.has(path)) values.set(name, true)
    else collect(name, inner, values)
  }
}

/** Returns the keys whose values differ between two settings. */
export function changedKeys(before: object, after: object): readonly string[] {
  const [old, changed] = [settingValues(before), settingValues(after)]
  const keys = new Set([...old.keys(), ...changed.keys()])
  return [...keys].filter((key) => !sameValue(old.get(key), changed.get(key)))
}

/** Whether two values of a setting are equal. */
export function sameValue(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
