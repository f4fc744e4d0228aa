import { AppError } from '#shared/errors.ts'

/** The answer of the person to a home that a command line uses. */
export type HolderAnswer = 'wait' | 'stop' | 'quit'

type Deps<Opened> = {
  readonly open: () => Promise<Opened>
  /** Shows who uses the home until the signal ends, and returns the answer. */
  readonly ask: (problem: AppError, signal: AbortSignal) => Promise<HolderAnswer>
  /** Asks the process to end in order. */
  readonly stop: (pid: number) => void
  readonly pause: (ms: number) => Promise<void>
}

/** Milliseconds between two tries. */
const PAUSE_MS = 300

/**
 * Opens the app as soon as no command line uses its home. The person is asked once per process: to wait, to stop the
 * process, or to quit, which throws the problem.
 */
export async function openWhenFree<Opened>({ open, ask, stop, pause }: Deps<Opened>): Promise<Opened> {
  const isFree = new AbortController()
  const answers = new Map<number, HolderAnswer | null>()
  const askAbout = (problem: AppError, pid: number): void => {
    answers.set(pid, null)
    ask(problem, isFree.signal)
      .then((answer) => {
        answers.set(pid, answer)
        if (answer === 'stop') stop(pid)
      })
      // A question that cannot be shown leaves the app waiting.
      .catch(() => answers.set(pid, 'wait'))
  }
  try {
    for (;;) {
      try {
        return await open()
      } catch (error) {
        const pid = holderIn(error)
        if (pid === null) throw error
        if (pid > 0 && answers.get(pid) === 'quit') throw error
        if (pid > 0 && !answers.has(pid)) askAbout(error as AppError, pid)
        await pause(PAUSE_MS)
      }
    }
  } finally {
    isFree.abort()
  }
}

/** Returns the process that uses the home, 0 for one that has not named itself yet; null for another problem. */
function holderIn(error: unknown): number | null {
  const first = error instanceof AppError ? error.said?.[0] : undefined
  if (first?.name === 'home.inUse') return 0
  return first?.name === 'home.inUseByRun' ? Number(first.facts?.['process']) : null
}
