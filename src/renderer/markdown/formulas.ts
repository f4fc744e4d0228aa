/** Maximum time for formulas per frame, in milliseconds. */
const SLICE_MS = 8

/** The longest formula that is set, and how deep its braces may nest. Anything else stays source. */
const MOST_CHARACTERS = 8_000
const MOST_BRACES = 60

type SetFormula = (source: string, display: boolean) => DocumentFragment

type Deps = {
  /** Loads the library that sets formulas. */
  readonly load: () => Promise<SetFormula>
  readonly now: () => number
  /** Runs a function once the window has drawn and answered keys. */
  readonly later: (run: () => void) => void
}

export type Formulas = ReturnType<typeof createFormulas>

type Waiting = {
  readonly source: string
  readonly display: boolean
  readonly done: (markup: DocumentFragment | null) => void
}

/** Sets formulas one after the other, in slices between which the window draws and answers keys. */
export function createFormulas({ load, now, later }: Deps) {
  const waiting = new Set<Waiting>()
  let isBusy = false

  async function work(): Promise<void> {
    const set = await load()
    const slice = () => {
      const until = now() + SLICE_MS
      for (const each of waiting) {
        waiting.delete(each)
        each.done(markupOf(set, each))
        if (now() >= until) break
      }
      if (waiting.size > 0) later(slice)
      else isBusy = false
    }
    slice()
  }

  /** Calls `done` with the formula, or with null where its source must do. Returns a function that cancels. */
  return (source: string, display: boolean, done: Waiting['done']): (() => void) => {
    if (!isSettable(source)) return () => undefined
    const each = { source, display, done }
    waiting.add(each)
    if (!isBusy) {
      isBusy = true
      work().catch(() => {
        // Without the library all formulas stay source, which is what they were before.
        waiting.clear()
        isBusy = false
      })
    }
    return () => void waiting.delete(each)
  }
}

/** Whether a formula is small and flat enough to be set. */
export function isSettable(source: string): boolean {
  if (source.length > MOST_CHARACTERS) return false
  let depth = 0
  for (const character of source) {
    if (character === '{') depth += 1
    if (character === '}') depth -= 1
    if (depth > MOST_BRACES) return false
  }
  return true
}

function markupOf(set: SetFormula, { source, display }: Waiting): DocumentFragment | null {
  try {
    return set(source, display)
  } catch (error) {
    // The library throws its own errors for a formula it cannot read, and a range error for one that nests too deep.
    if (error instanceof Error) return null
    throw error
  }
}
