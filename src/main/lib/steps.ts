/** Work in steps. Something else may run after each `yield` when it is done in turns. */
export type Steps<T> = Generator<void, T, void>

/** Does all steps at once. */
export function allSteps<T>(steps: Steps<T>): T {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/**
 * Does the steps and calls `rest` after each but the last. A promise from it is waited for; null means that the next step
 * may follow at once. Rejects with the reason of `signal`, if there is one, when that aborts in between.
 */
export async function stepsInTurns<T>(
  steps: Steps<T>,
  rest: () => Promise<void> | null,
  signal?: AbortSignal,
): Promise<T> {
  let step = steps.next()
  while (step.done !== true) {
    const pause = rest()
    if (pause !== null) await pause
    signal?.throwIfAborted()
    step = steps.next()
  }
  return step.value
}
