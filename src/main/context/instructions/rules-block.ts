import { escapeClosing } from '../branch/envelope.ts'
import { capContent } from '../budget/cap.ts'
import type { CountText } from '../budget/count-tokens.ts'

/** A rules file that was found and read. `distance` counts folders from the working folder upwards. */
export type RulesFile = {
  readonly path: string
  readonly scope: 'global_user' | 'project'
  readonly distance: number
  readonly content: string
  readonly truncated: boolean
  readonly sha256?: string
  /** Present for rules that hold for files with certain paths. */
  readonly forPaths?: true
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
  const note = truncated ? CUT_NOTE : ''
  return `${heading}\n\n${escapeClosing('rules', content.trim())}${note}${END}`
}

/** Returns the text of a file as in its block. */
export function wordsOfFile(file: RulesFile): string {
  return wordsOfRules(renderFile(file))
}

/** Returns the file that a block of rules comes from. */
export function pathOfRules(block: string): string {
  return block.match(/^Rules of .*, from (.+):$/m)?.[1] ?? ''
}

/** Ends rules of which only the beginning is sent. */
export const CUT_NOTE = '\n[The file is longer; only its beginning is shown.]'

/** Shortens a block of rules to a number of tokens. Null where that leaves too little of it. */
export function shortenRules(block: string, tokens: number, countText: CountText): string | null {
  const tail = `${CUT_NOTE}${END}`
  const room = tokens - countText(tail)
  if (room < LEAST_RULES) return null
  const body = block.endsWith(END) ? block.slice(0, -END.length) : block
  const head = capContent(body, room, 'head', countText)
  return head === null ? null : `${head}${tail}`
}

/** Fewer tokens of a file say nothing. */
const LEAST_RULES = 50

/** Returns the text of a file from its block, without heading and end. */
export function wordsOfRules(block: string): string {
  const words = block.slice(block.indexOf(BETWEEN) + BETWEEN.length)
  return words.endsWith(END) ? words.slice(0, -END.length) : words
}
