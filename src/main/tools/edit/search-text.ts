/** A computation in short steps, so that a caller can do other work between them. */
export type Steps<T> = Generator<void, T>

/** Characters searched per step: about a millisecond. */
export const STEP_CHARACTERS = 65_536

/** Up to this much work the search of the engine is faster; its worst case is the product of both lengths. */
const MOST_NATIVE = 5_000_000

/** Carries out all steps at once. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Carries out steps one by one and lets the event loop turn between them. Rejects when the signal aborts. */
export async function inTurns<T>(steps: Steps<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    await new Promise((resolve) => setImmediate(resolve))
    signal.throwIfAborted()
  }
}

/** Returns the UTF-16 codes of a text. */
export function codesOf(text: string): Uint16Array {
  const bytes = Buffer.alloc(text.length * 2)
  bytes.write(text, 'utf16le')
  return new Uint16Array(bytes.buffer, bytes.byteOffset, text.length)
}

/** Finds where a text occurs, without overlaps. Takes linear time, also for repetitive texts. */
export function* occurrences(text: string, wanted: string): Steps<number[]> {
  const starts: number[] = []
  if (wanted === '' || wanted.length > text.length) return starts
  if (text.length * wanted.length <= MOST_NATIVE) {
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      starts.push(at)
    }
    return starts
  }
  let end = 0
  yield* eachMatch(codesOf(text), codesOf(wanted), (start) => {
    if (start < end) return true
    starts.push(start)
    end = start + wanted.length
    return true
  })
  return starts
}

/**
 * Calls `found` with each place where the pattern begins, overlapping ones too, until it returns false. This is the
 * algorithm of Knuth, Morris and Pratt.
 */
export function* eachMatch(
  text: Uint16Array,
  wanted: Uint16Array,
  found: (start: number) => boolean,
): Steps<void> {
  const size = wanted.length
  if (size === 0) return
  const fallback = fallbacks(wanted)
  let matched = 0
  for (let from = 0; from < text.length; from += STEP_CHARACTERS) {
    const to = Math.min(text.length, from + STEP_CHARACTERS)
    for (let at = from; at < to; at += 1) {
      const code = text[at]
      while (matched > 0 && code !== wanted[matched]) matched = fallback[matched - 1] ?? 0
      if (code === wanted[matched]) matched += 1
      if (matched < size) continue
      if (!found(at - size + 1)) return
      matched = fallback[size - 1] ?? 0
    }
    yield
  }
}

/** For each length of a matched start, the length of the longest shorter start that still matches. */
function fallbacks(wanted: Uint16Array): Uint32Array {
  const fallback = new Uint32Array(wanted.length)
  let matched = 0
  for (let at = 1; at < wanted.length; at += 1) {
    while (matched > 0 && wanted[at] !== wanted[matched]) matched = fallback[matched - 1] ?? 0
    if (wanted[at] === wanted[matched]) matched += 1
    fallback[at] = matched
  }
  return fallback
}
