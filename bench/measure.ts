/** The middle value, which one slow round does not move. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** Milliseconds that `act` takes. */
export async function timeOf(act: () => unknown): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}

/** What two ways of doing the same cost, in milliseconds, and how the first compares in the middle round. */
export type SideBySide = { readonly ours: number; readonly bare: number; readonly ratio: number }

/**
 * Measures two ways in turns, each going first in every other round, so that whatever else the machine does falls
 * on both. The ratio is taken within each round. Rounds before `warmUp` do not count.
 */
export async function sideBySide(
  options: { readonly rounds: number; readonly warmUp: number },
  ours: (round: number) => Promise<number> | number,
  bare: (round: number) => Promise<number> | number,
): Promise<SideBySide> {
  const times = { ours: [] as number[], bare: [] as number[], ratio: [] as number[] }
  for (let round = 0; round < options.warmUp + options.rounds; round += 1) {
    const bareFirst = round % 2 === 1
    const early = bareFirst ? await bare(round) : 0
    const our = await ours(round)
    const theirs = bareFirst ? early : await bare(round)
    if (round < options.warmUp) continue
    times.ours.push(our)
    times.bare.push(theirs)
    times.ratio.push(our / theirs)
  }
  return { ours: median(times.ours), bare: median(times.bare), ratio: median(times.ratio) }
}

/** The time within which 95 of 100 are answered. */
export function within(times: readonly number[]): number {
  const sorted = [...times].sort((left, right) => left - right)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
}
