import { firstPart } from '#shared/first-part.ts'

/** A line that matches, or one near it. */
export type FoundLine = {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly isMatch: boolean
}
export type GrepOutput = 'content' | 'files' | 'count'
export type Found = {
  readonly text: string
  readonly matches: number
  readonly files: number
  readonly more: number
  /** True when counting stopped early. */
  readonly endless: boolean
}

const MOST_COUNTED = 10_000
const MOST_LINE_LENGTH = 500
/** More text than this is not shown, however many matches were asked for. In UTF-16 units. */
const MOST_TEXT = 200_000

/** Gathers lines as they are found. `add` returns false once there is no use in finding more. */
export function createFoundLines(output: GrepOutput, most: number) {
  const rows: string[] = []
  const counts = new Map<string, number>()
  let matches = 0
  let shownMatches = 0
  let lastShown: FoundLine | null = null
  let room = MOST_TEXT

  const show = (found: FoundLine) => {
    if (lastShown?.path !== found.path) rows.push(lastShown === null ? found.path : `\n${found.path}`)
    else if (found.line > lastShown.line + 1 && !(found.isMatch && lastShown.isMatch)) rows.push('  --')
    const text = found.text.replace(/\r?\n$/, '')
    const cut = text.length > MOST_LINE_LENGTH ? `${firstPart(text, MOST_LINE_LENGTH)} … (line cut)` : text
    rows.push(`  ${found.line}${found.isMatch ? ':' : '-'} ${cut}`)
    room -= cut.length + found.path.length
    lastShown = found
  }

  const add = (found: FoundLine): boolean => {
    if (found.isMatch) {
      matches += 1
      counts.set(found.path, (counts.get(found.path) ?? 0) + 1)
    }
    const isWanted = found.isMatch ? matches <= most : matches < most
    if (output === 'content' && isWanted && room > 0) {
      if (found.isMatch) shownMatches += 1
      show(found)
    }
    return matches < MOST_COUNTED
  }

  const finish = (): Found => {
    const endless = matches >= MOST_COUNTED
    const files = counts.size
    if (output === 'content') {
      return { text: rows.join('\n'), matches, files, more: matches - shownMatches, endless }
    }
    const all = [...counts].sort(([left], [right]) => (left < right ? -1 : 1))
    const lines: string[] = []
    for (const [path, count] of all.slice(0, most)) {
      if (room <= 0) break
      lines.push(output === 'files' ? path : `${path}: ${count}`)
      room -= path.length
    }
    return { text: lines.join('\n'), matches, files, more: files - lines.length, endless }
  }

  return { add, finish }
}
