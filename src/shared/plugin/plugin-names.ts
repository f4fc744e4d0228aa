type Names<T> = {
  readonly nameOf: (item: T) => string
  readonly pluginOf: (item: T) => string
  readonly renamed: (item: T, name: string) => T
}

/**
 * Names the items of plugins: by their own name where it is free, otherwise `plugin:name`. A name that two plugins use is
 * not free.
 */
export function pluginNames<T>(
  items: readonly T[],
  taken: ReadonlySet<string>,
  { nameOf, pluginOf, renamed }: Names<T>,
): readonly T[] {
  const owners = new Map<string, Set<string>>()
  for (const item of items) {
    const of = owners.get(nameOf(item)) ?? new Set()
    owners.set(nameOf(item), of.add(pluginOf(item)))
  }
  const all = items.map((item) => {
    const name = nameOf(item)
    const isFree = !taken.has(name) && owners.get(name)?.size === 1
    return isFree ? item : renamed(item, `${pluginOf(item)}:${name}`)
  })
  // A plugin that names one thing twice has the first of them.
  return [...new Map(all.toReversed().map((item) => [nameOf(item), item])).values()].toReversed()
}
