type Deps = {
  readonly after: (ms: number, act: () => void) => void
  readonly collect: () => void
}

/** Characters of output after which giving memory back is worth a pause. */
const WORTH_CHARS = 500_000
/** The quiet after output before memory is given back, in milliseconds. */
const QUIET_MS = 1_000

/**
 * Returns a counter of characters that left garbage behind. Once they are many and nothing comes any more, memory is given
 * back: the engine itself waits until it needs the room, and a hidden terminal may never print again.
 */
export function createTidying({ after, collect }: Deps): (chars: number) => void {
  let waste = 0
  let isDue = false
  const look = (seen: number) => {
    if (waste !== seen) return after(QUIET_MS, () => look(waste))
    waste = 0
    isDue = false
    collect()
  }
  return (chars) => {
    waste += chars
    if (isDue || waste < WORTH_CHARS) return
    isDue = true
    const seen = waste
    after(QUIET_MS, () => look(seen))
  }
}
