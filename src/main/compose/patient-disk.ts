import type { RulesDisk } from '../context/discover-rules.ts'

/** A disk one waits for only so long, and what it did not answer to. */
export type PatientDisk = {
  readonly disk: RulesDisk
  /** The same patience for anything else that is asked about a path. Null when there was no answer. */
  readonly ask: <T>(path: string, answer: () => Promise<T>) => Promise<T | null>
  /** What there was no answer about, in the order it was asked. */
  readonly missed: () => readonly string[]
}

/**
 * Asks a disk until the time is up; from then on everything counts as not there, so that whoever asks comes to an end
 * with what was found. A call the disk never answers is left behind: the system has no way to take it back.
 */
export function createPatientDisk(disk: RulesDisk, timeIsUp: Promise<void>): PatientDisk {
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
      readFile: (path, maxBytes, signal) => ask(path, () => disk.readFile(path, maxBytes, signal)),
    },
    ask,
    missed: () => [...missed],
  }
}
