import type { SandboxBlock } from '#shared/sandbox/sandbox.ts'
import type { Clock } from '../../lib/clock.ts'
import { timeLimit } from '../time-limit.ts'
import { guardProject, type ProjectMark } from './guard-project.ts'
import type { KeptMark } from './kept-marks.ts'

/** The pause between two checks of a running command, in milliseconds. */
const PAUSE_MS = 3_000
/** A check takes at most this part of the time. */
const SHARE = 20
const LIMIT_MS = 20_000

/**
 * Checks the project every few seconds while a command runs. What two checks in a row find new is renamed then: a program
 * that creates a repository in several steps gets the time between them. `stop` returns what was renamed.
 */
export function watchProject(mark: ProjectMark, clock: Clock, kept: Pick<KeptMark, 'stillRuns'>) {
  const over = new AbortController()
  const blocked: SandboxBlock[] = []
  let seen: ReadonlySet<string> = new Set()
  const check = async (): Promise<number> => {
    const began = clock.elapsed()
    const now = new Set<string>()
    const isDue = (path: string) => {
      now.add(path)
      return seen.has(path)
    }
    // A failure here shows again in the check at the end.
    const guarded = await guardProject(mark, {
      isAlive: true,
      isDue,
      limit: timeLimit(clock, LIMIT_MS),
    }).catch(() => null)
    seen = now
    blocked.push(...(guarded?.blocked ?? []))
    return clock.elapsed() - began
  }
  const pause = (ms: number) =>
    clock.after(ms, over.signal).then(
      () => true,
      () => false,
    )
  const checks = (async () => {
    let ms = PAUSE_MS
    while (await pause(ms)) {
      ms = Math.max(PAUSE_MS, (await check()) * SHARE)
      // Without the note, a check after a kill of the app looks at less; it must not end this one.
      await kept.stillRuns(ms).catch(() => {})
    }
  })()
  return {
    stop: async (): Promise<SandboxBlock[]> => {
      over.abort()
      await checks
      return blocked
    },
  }
}
