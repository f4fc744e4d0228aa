/** How many random cases a property test tries, and from which seed. */
export type Exploration = { readonly numRuns: number; readonly seed: number }

const SEED = 20_261

/**
 * Returns the parameters of a property test that starts programs. The seed is fixed, so that a change fails only by
 * its own fault; `npm run fuzz` tries more cases from another seed, which fast-check prints with a failure.
 */
export function exploration(numRuns: number, env: NodeJS.ProcessEnv = process.env): Exploration {
  const times = Number(env['ORRERY_FUZZ_TIMES'] ?? 1)
  return { numRuns: numRuns * times, seed: Number(env['ORRERY_FUZZ_SEED'] ?? SEED) }
}

/** Returns how long such a test may take, in milliseconds. */
export function explorationTimeout(milliseconds: number, env: NodeJS.ProcessEnv = process.env): number {
  return milliseconds * Number(env['ORRERY_FUZZ_TIMES'] ?? 1)
}
