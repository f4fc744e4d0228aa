import { AppError } from '#shared/errors.ts'
import type { HomeProgress, HomeWork } from '#shared/home/home-data.ts'
import { say } from '#shared/sentences.ts'

type Deps = {
  /** Tells windows that a copy has begun or ended. */
  readonly changed: () => void
  /** Tells windows that a copy has got on. */
  readonly gotOn: () => void
  /** Ends with the app. */
  readonly signal: AbortSignal
}

type Act<Result> = (report: (progress: HomeProgress) => void, signal: AbortSignal) => Promise<Result>

/** Creates the place of the one copy of much data that is made at a time. Windows see it and can stop it. */
export function createHomeWork({ changed, gotOn, signal }: Deps) {
  let ending: Promise<unknown> = Promise.resolve()
  let running: { work: HomeWork; readonly stop: AbortController } | null = null
  const refuseSecond = () => {
    if (running !== null) throw AppError.saying('other', say('backup.working'))
  }
  return {
    current: (): HomeWork | null => running?.work ?? null,
    /** Throws an `AppError` while a copy is made. */
    refuseSecond,
    /** Makes a copy. Throws what it throws, and an `AppError` when another is being made. */
    run: async <Result>(kind: HomeWork['kind'], act: Act<Result>): Promise<Result> => {
      refuseSecond()
      const own = {
        work: { kind, phase: 'counting', done: 0, total: 0 } satisfies HomeWork as HomeWork,
        stop: new AbortController(),
      }
      running = own
      changed()
      try {
        const report = ({ phase, done, total }: HomeProgress) => {
          own.work = { kind, phase, done, total }
          gotOn()
        }
        const acting = act(report, AbortSignal.any([own.stop.signal, signal]))
        ending = acting.catch(() => {})
        return await acting
      } finally {
        running = null
        changed()
      }
    },
    /** Resolves when no copy is being made. */
    over: async (): Promise<void> => void (await ending),
    /** Stops the copy. Its draft is removed. */
    stop: (): void => running?.stop.abort(AppError.cancelled('Stopped by the person.')),
  }
}

export type HomeWorking = ReturnType<typeof createHomeWork>
