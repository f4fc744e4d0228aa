/** Shows all of a picture, or a multiple of its own size. */
export type Zoom = 'fit' | number

/** The sizes that the buttons and keys step through, in multiples of the size of the picture. */
const STEPS = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8] as const

export const LEAST_ZOOM = STEPS[0]
export const MOST_ZOOM = 8

/** Returns the next larger or smaller size; `shown` is the size at which the picture is drawn now. */
export function nextZoom(shown: number, direction: 'in' | 'out'): number {
  // A size that is nearly a step counts as the step, or a press would seem to do nothing.
  const near = 1.01
  if (direction === 'in') return STEPS.find((step) => step > shown * near) ?? MOST_ZOOM
  return STEPS.findLast((step) => step < shown / near) ?? LEAST_ZOOM
}

/** Returns the effect of a key on the zoom; null for other keys. */
export function zoomOfKey(key: string, shown: number): Zoom | null {
  if (key === '+' || key === '=') return nextZoom(shown, 'in')
  if (key === '-') return nextZoom(shown, 'out')
  if (key === '0') return 'fit'
  return key === '1' ? 1 : null
}
