/** The brightness that a cell can have. Steps rather than shades, so that a wave reads as a pattern. */
const STEPS = [0, 0.1, 0.3, 0.5, 0.7, 0.9] as const
/** The distance at which nothing is left of a wave, in cells. */
const END = 40
/** Cells nearer than this are at least half as bright as the crest. */
const INNER = 6
/** A cell is higher than it is wide. */
const STRETCH = 1.5

/**
 * Returns the brightness of a cell, 0 to 0.9. Waves run outwards from a stop and fade with the distance.
 * @param right cells to the right of the stop; negative to its left
 * @param down cells below the stop; negative above
 * @param ms time of the animation, in milliseconds
 */
export function ripple(right: number, down: number, ms: number): number {
  const distance = Math.hypot(right, down * STRETCH)
  if (distance >= END) return 0
  const wave = (Math.sin(0.4 * distance - 0.012 * ms) + 1) / 2
  const height = distance < INNER ? Math.max(wave, 0.5) : wave
  const step = Math.round(height * (1 - distance / END) * (STEPS.length - 1))
  return STEPS[step] ?? 0
}
