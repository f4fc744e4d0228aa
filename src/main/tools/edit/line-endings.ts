import type { Splice } from './carried-change.ts'

/**
 * Applies changes of a text with LF line breaks to the original, whose line breaks may be CRLF or mixed. New lines
 * end as their surroundings do.
 */
export function lineEndings(original: string) {
  const toOriginal = positionsIn(original)
  const usual = usualEnding(original)

  const apply = (splices: readonly Splice[]): string => {
    const pieces: string[] = []
    let done = 0
    for (const { from, to, put } of splices) {
      const [start, end] = [toOriginal(from), toOriginal(to)]
      const replaced = original.slice(start, end)
      const ending = replaced.includes('\n') ? usualEnding(replaced) : usual
      pieces.push(original.slice(done, start), put.replaceAll('\n', ending))
      done = end
    }
    pieces.push(original.slice(done))
    return pieces.join('')
  }

  return { apply }
}

/** Translates a position in the LF text into one in the original: each CRLF before it counts for one more. */
function positionsIn(original: string): (position: number) => number {
  const pairs: number[] = []
  for (let at = original.indexOf('\r\n'); at !== -1; at = original.indexOf('\r\n', at + 2)) {
    pairs.push(at - pairs.length)
  }
  return (position) => {
    let low = 0
    let high = pairs.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[middle] ?? 0) < position) low = middle + 1
      else high = middle
    }
    return position + low
  }
}

function usualEnding(text: string): '\n' | '\r\n' {
  const pairs = text.split('\r\n').length - 1
  const all = text.split('\n').length - 1
  return pairs > all - pairs ? '\r\n' : '\n'
}
