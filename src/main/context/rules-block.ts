import { escapeClosing } from './envelope.ts'

/** A rules file that was found and read. `distance` counts folders from the working folder upwards. */
export type RulesFile = {
  readonly path: string
  readonly scope: 'global_user' | 'project'
  readonly distance: number
  readonly content: string
  readonly truncated: boolean
  readonly sha256?: string
}

/** The farthest file first, so that the nearest has the last word. The user's own file is the farthest. */
export function farToNear(files: readonly RulesFile[]): RulesFile[] {
  const rank = (file: RulesFile) => (file.scope === 'global_user' ? Number.POSITIVE_INFINITY : file.distance)
  return [...files].sort((left, right) => (rank(left) === rank(right) ? 0 : rank(right) - rank(left)))
}

/** The text of the rules section: one block a file, under its path. */
export function renderRules(files: readonly RulesFile[]): string {
  return farToNear(files).map(renderFile).join(BETWEEN)
}

/** Takes a rules section apart again, so that far files can be left out of a narrow window. */
export function splitRules(block: string): string[] {
  if (block === '') return []
  return block
    .split(`${END}${BETWEEN}`)
    .map((piece, index, all) => (index < all.length - 1 ? piece + END : piece))
}

const END = '\n</rules>'
const BETWEEN = '\n\n'

function renderFile({ path, scope, content, truncated }: RulesFile): string {
  const whose = scope === 'global_user' ? 'of the user, for every project' : 'of this project'
  const heading = `<rules>\nRules ${whose}, from ${path.replace(/\s+/g, ' ')}:`
  const note = truncated ? '\n[The file is longer; only its beginning is shown.]' : ''
  return `${heading}\n\n${escapeClosing('rules', content.trim())}${note}${END}`
}

/** The words of a file as they stand in its block, without heading and end. */
export function wordsOfRules(block: string): string {
  const words = block.slice(block.indexOf(BETWEEN) + BETWEEN.length)
  return words.endsWith(END) ? words.slice(0, -END.length) : words
}
