import type { Clock } from '../../lib/clock.ts'

/** Measures one turn, in whole milliseconds. What its run has `waited` for the person so far is no part of it. */
export function createTurnTimes(clock: Pick<Clock, 'elapsed'>, waited: () => number) {
  const began = clock.elapsed()
  const worked = (): number => clock.elapsed() - waited()
  const workBegan = worked()
  const since = (start: number): number => Math.round(clock.elapsed() - start)
  const workedSince = (start: number): number => Math.max(0, Math.round(worked() - start))
  let sent: number | null = null
  let firstMs: number | null = null
  let llmMs = 0
  let toolMs = 0

  return {
    /** The request went out; of several tries the last one counts. */
    sent: (): void => {
      sent = clock.elapsed()
    },
    /** A piece of the answer came. */
    heard: (): void => {
      firstMs ??= since(sent ?? began)
    },
    /** Measures what the model takes, until the function it returns is called. */
    asks: (): (() => void) => {
      const start = clock.elapsed()
      sent ??= start
      return () => {
        llmMs = since(start)
      }
    },
    /** Measures what the tools take, until the function it returns is called. */
    works: (): (() => void) => {
      const start = worked()
      return () => {
        toolMs = workedSince(start)
      }
    },
    figures: () => ({
      durationMs: workedSince(workBegan),
      llmMs,
      toolMs,
      ...(firstMs === null ? {} : { firstMs }),
    }),
  }
}

export type TurnTimes = ReturnType<typeof createTurnTimes>
