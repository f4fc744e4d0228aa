import type { RulesDisk } from '../context/instructions/discover-rules.ts'

/** A disk one waits for only so long, and what it did not answer to. */
export type TimeLimitedDisk = {
  readonly disk: RulesDisk
  /** The same patience for anything else that is asked about a path. Null when there was no answer. */
  readonly ask: <T>(path: string, answer: () => Promise<T>) => Promise<T | null>
  /** Returns the paths without an answer, in the order of requests. */
  readonly missed: () => readonly string[]
}

/**
 * Wraps a disk with a time limit. After it everything counts as missing, so that callers finish with partial
 * results. A hung system call is abandoned, because it cannot be cancelled.
 */
export function createTimeLimitedDisk(disk: RulesDisk, timeIsUp: Promise<void>): TimeLimitedDisk {
  const missed = new Set<string>()
  const LATE = Symbol('late')
  const up = timeIsUp.then(() => LATE)
  let isUp = false

  const ask = async <T>(path: string, answer: () => Promise<T>): Promise<T | null> => {
    const given = isUp ? LATE : await Promise.race([answer(), up])
    if (given !== LATE) return given as T
    isUp = true
    missed.add(path)
    return null
  }
  return {
    disk: {
      ...disk,
      stat: (path, signal) => ask(path, () => disk.stat(path, signal)),
      list: async (folder, signal) => (await ask(folder, () => disk.list(folder, signal))) ?? [],
      readFile: (path, maxBytes, signal) => ask(path, () => disk.readFile(path, maxBytes, signal)),
    },
    ask,
    missed: () => [...missed],
  }
}
