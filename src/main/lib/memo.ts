/** Runs a piece of work once per key and returns the same promise for it afterwards. */
export type Memo<T> = (key: string, work: () => Promise<T>) => Promise<T>

export function createMemo<T>(): Memo<T> {
  const known = new Map<string, Promise<T>>()
  return (key, work) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = work()
    known.set(key, made)
    return made
  }
}
