import { stripVTControlCharacters } from 'node:util'

const ESCAPE = '\u001b'
const LONGEST_SEQUENCE = 200

/** Takes colours and cursor movements out of a text that arrives in pieces, also where one is cut in two. */
export function createPlainText() {
  let held = ''
  return (piece: string): string => {
    const text = held + piece
    const last = text.lastIndexOf(ESCAPE)
    const isOpen = last !== -1 && text.length - last < LONGEST_SEQUENCE && isUnfinished(text.slice(last))
    held = isOpen ? text.slice(last) : ''
    return stripVTControlCharacters(isOpen ? text.slice(0, last) : text)
  }
}

/** Returns the visible text after progress bars have overwritten lines. */
export function settled(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  return lines
    .map((line) => line.slice(line.length < 2 ? 0 : line.lastIndexOf('\r', line.length - 2) + 1))
    .join('\n')
    .replaceAll('\r', '')
}

function isUnfinished(sequence: string): boolean {
  const kind = sequence[1]
  if (kind === undefined) return true
  if (kind === '[') return !/[@-~]/.test(sequence.slice(2))
  return kind === ']' && !sequence.includes('\u0007')
}
