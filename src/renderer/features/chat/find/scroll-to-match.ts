/** Gives up after this many frames: what hides the words may never open. */
const MOST_FRAMES = 180
/** The words must keep their place for this many frames: rows get their height while they are drawn. */
const STILL_FRAMES = 6
/** The least distance between the words and the edge of the view, in pixels. */
const MARGIN = 48

type Scrolling = {
  readonly scroller: HTMLElement
  /** The words, once they are drawn. */
  readonly match: () => Range | null
  /** Brings the row of the words into the view, so that it is drawn. */
  readonly toRow: () => void
  readonly by: (pixels: number) => void
}

/** Scrolls until the words are in view, also inside boxes that scroll by themselves. Returns what ends it. */
export function scrollToMatch({ scroller, match, toRow, by }: Scrolling): () => void {
  let frames = 0
  let still = 0
  let frame = 0
  const over = new AbortController()
  const end = () => {
    cancelAnimationFrame(frame)
    over.abort()
  }
  const look = () => {
    frames += 1
    const range = match()
    if (range === null) {
      still = 0
      // A row far away is not drawn; one that is may still have to open.
      if (frames % 20 === 2) toRow()
    } else if (isInView(range, scroller)) still += 1
    else {
      still = 0
      scrollInside(range)
      by(distanceOf(range, scroller))
    }
    if (still >= STILL_FRAMES || frames >= MOST_FRAMES) end()
    else frame = requestAnimationFrame(look)
  }
  frame = requestAnimationFrame(look)
  // Manual scrolling ends the positioning.
  for (const kind of ['wheel', 'pointerdown', 'touchmove']) {
    scroller.addEventListener(kind, end, { signal: over.signal, passive: true })
  }
  return end
}

const boxOf = (range: Range): HTMLElement | null => {
  const box = range.startContainer.parentElement?.closest('pre') ?? null
  return box !== null && box.scrollHeight > box.clientHeight ? box : null
}

function isInView(range: Range, scroller: HTMLElement): boolean {
  const { top, bottom } = range.getBoundingClientRect()
  const isInside = (box: HTMLElement, margin: number) => {
    const outer = box.getBoundingClientRect()
    return top >= outer.top + margin && bottom <= outer.bottom - margin
  }
  const box = boxOf(range)
  const isNearEnd =
    scroller.scrollTop <= 0 || scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1
  return isInside(scroller, isNearEnd ? 0 : MARGIN) && (box === null || isInside(box, 0))
}

/** Returns the distance of a match from the centre of the view. */
function distanceOf(range: Range, scroller: HTMLElement): number {
  const { top, height } = range.getBoundingClientRect()
  return top + height / 2 - scroller.getBoundingClientRect().top - scroller.clientHeight / 2
}

/** Long outputs and code scroll by themselves: brings the words into the part of them that is seen. */
function scrollInside(range: Range): void {
  const box = boxOf(range)
  if (box === null) return
  const { top } = range.getBoundingClientRect()
  box.scrollTop += top - box.getBoundingClientRect().top - box.clientHeight / 2
}
