/** The scroll position: offset from the top and remaining height below. */
export type Place = { readonly top: number; readonly below: number }

/** Distance to the end that counts as following, in pixels. */
const END_MARGIN = 32
/** Time the view may still scroll after a wheel or key event, in milliseconds. */
const COASTING_MS = 600
/** Maximum time for a requested scroll to take effect, in milliseconds. */
const ANSWER_MS = 120

export type Follow = ReturnType<typeof createFollow>

/**
 * Decides whether the newest words stay in sight. Only the reader ends that, by scrolling up; whatever else moves
 * the end away (more words, a card below, a smaller window) is followed. Coming back to the end resumes it.
 */
export function createFollow(now: () => number) {
  let following = true
  let held = false
  let askedAt = Number.NEGATIVE_INFINITY
  let top = 0

  return {
    /** The reader asks to scroll: with the wheel, with a key. */
    asks(): void {
      askedAt = now()
    },
    /** The reader takes hold of the view: a pressed button, a finger. It is not moved until they let go. */
    holds(): void {
      held = true
    },
    lets(): void {
      if (held) askedAt = now()
      held = false
    },
    /** The view has moved, for whatever reason. */
    moved(to: Place): void {
      const up = to.top < top
      const down = to.top > top
      top = to.top
      const byReader = held || now() - askedAt < COASTING_MS
      if (up && byReader && to.below > 1) following = false
      else if (down && to.below <= END_MARGIN) following = true
    },
    /** The reader asks for older words. */
    leaves(): void {
      following = false
    },
    /** The reader asks for the newest words. */
    resumes(): void {
      following = true
      askedAt = Number.NEGATIVE_INFINITY
    },
    isFollowing: () => following,
    isHeld: () => held,
    /** Milliseconds until the view may be moved to the end, or null for as long as the reader holds it or is away. */
    waits(): number | null {
      if (!following || held) return null
      return Math.max(0, askedAt + ANSWER_MS - now())
    },
  }
}
