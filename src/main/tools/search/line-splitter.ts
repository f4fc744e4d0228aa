import { isUtf8 } from 'node:buffer'

/** Longer lines are cut. In bytes. */
const LONGEST_LINE = 64 * 1024
const LINE_END = 10

/**
 * Splits program output into lines, decoded as UTF-8 or else as Latin-1. The parts of a line around a NUL are
 * decoded separately. Keeps at most one partial line in memory.
 */
export function createLineSplitter(take: (line: string) => void) {
  let pieces: Uint8Array[] = []
  let length = 0

  const keep = (bytes: Uint8Array): void => {
    const kept = bytes.subarray(0, LONGEST_LINE - length)
    if (kept.length > 0) pieces.push(kept)
    length += kept.length
  }
  const end = (): void => {
    const line = pieces.length === 1 ? (pieces[0] ?? new Uint8Array()) : Buffer.concat(pieces)
    pieces = []
    length = 0
    take(textOf(line))
  }

  return {
    add: (bytes: Uint8Array): void => {
      let from = 0
      for (let at = bytes.indexOf(LINE_END); at !== -1; at = bytes.indexOf(LINE_END, from)) {
        keep(bytes.subarray(from, at))
        end()
        from = at + 1
      }
      keep(bytes.subarray(from))
    },
    /** Takes what follows the last line end. */
    finish: (): void => {
      if (length > 0) end()
    },
  }
}

function textOf(line: Uint8Array): string {
  const at = line.indexOf(0)
  if (at === -1) return decoded(line)
  return `${decoded(line.subarray(0, at))}\0${decoded(line.subarray(at + 1))}`
}

function decoded(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    isUtf8(bytes) ? 'utf8' : 'latin1',
  )
}
