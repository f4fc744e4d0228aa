/**
 * A copy of a record with one entry more, or another one in its place. What is copied has no prototype: for an object
 * that has one, the engine would make a shape for each id it ever holds.
 */
export function withEntry<Key extends string, Value>(
  record: Readonly<Record<Key, Value>>,
  key: Key,
  value: Value,
): Readonly<Record<Key, Value>> {
  const copy: Record<Key, Value> = Object.create(null)
  for (const each in record) copy[each] = record[each]
  copy[key] = value
  return copy
}
