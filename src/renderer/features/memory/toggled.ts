/** A filter with a part of it chosen; chosen again, that part is given up. */
export function toggled<Filter extends object>(filter: Filter, part: Partial<Filter>): Filter {
  const [name, value] = Object.entries(part)[0] ?? []
  if (name === undefined) return filter
  const { [name as keyof Filter]: old, ...others } = filter
  return (old === value ? others : { ...others, ...part }) as Filter
}
