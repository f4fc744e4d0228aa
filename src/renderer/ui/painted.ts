/** A window that is hidden paints nothing. */
const HIDDEN_MS = 100

/** Resolves once what was drawn last is on the screen, or after 100 ms where nothing is painted. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, HIDDEN_MS)
    requestAnimationFrame(() => {
      // Frames are asked for before they are painted; a task comes after.
      setTimeout(() => {
        clearTimeout(late)
        resolve()
      })
    })
  })
}
