import type { FileStamp, SessionLedger } from './tool.ts'

/** Remembers which files an agent has seen, for as long as its session is open. */
export function createReadLedger(): SessionLedger {
  const stamps = new Map<string, FileStamp>()
  return {
    seen: (path) => stamps.get(path) ?? null,
    note: (path, stamp) => void stamps.set(path, stamp),
    all: () => [...stamps],
    keepOnly: (paths) => {
      for (const path of [...stamps.keys()]) if (!paths.has(path)) stamps.delete(path)
    },
  }
}
