/** A window that is hidden paints nothing. */
const HIDDEN_MS = 100

type NextFrame = (draw: () => void) => unknown

/** Resolves once what was drawn last is on the screen, or after 100 ms where nothing is painted. */
export function painted(nextFrame: NextFrame = requestAnimationFrame): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, HIDDEN_MS)
    nextFrame(() => {
      // Frames are asked for before they are painted; a task comes after.
      setTimeout(() => {
        clearTimeout(late)
        resolve()
      })
    })
  })
}
