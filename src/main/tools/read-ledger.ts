import type { FileStamp, ReadLedger } from './tool.ts'

/** Remembers which files an agent has seen, for as long as its session is open. */
export function createReadLedger(): ReadLedger {
  const stamps = new Map<string, FileStamp>()
  return {
    seen: (path) => stamps.get(path) ?? null,
    note: (path, stamp) => void stamps.set(path, stamp),
    all: () => [...stamps],
  }
}
