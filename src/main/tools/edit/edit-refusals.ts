import { firstPart } from '#shared/first-part.ts'
import type { Passage, PassageFinder } from './find-passages.ts'
import { type LineDifference, nearestPassage } from './nearest-passage.ts'
import type { Steps } from './search-text.ts'
import { breaksIn, tokenText } from './text-tokens.ts'

const MOST_SHOWN = 5
const MOST_LETTERS = 200
const MOST_PASSAGE = 1_500

/** The sentences by which an edit is refused. Each tells the model what to change. */
export const refusalOf = {
  tooLong:
    'old_text was not found, and it is too long to search for similar text. Copy a shorter passage exactly.',
  twoReadings:
    'old_text has escapes that can be read in two ways, with different results. Copy the passage exactly as read shows it.',

  sameWithout: (what: string) =>
    `Without ${what} old_text and new_text are the same, so nothing would change.`,

  ambiguous: (text: string, starts: readonly number[]) =>
    `old_text occurs ${starts.length} times (lines ${lineList(text, starts)}). ${ADD_LINES}`,

  ambiguousWords: (text: string, starts: readonly number[], most: number) => {
    const count = starts.length < most ? `${starts.length}` : `${most} or more`
    return `Apart from white space old_text occurs ${count} times (lines ${lineList(text, starts)}). ${ADD_LINES}`
  },

  onlySpace: (text: string, passage: Passage) =>
    'old_text and new_text differ only in white space, and old_text has not the white space of the file. ' +
    `Copy the passage exactly. At line ${lineAt(text, passage.start)} the file has:\n${shownPassage(text, passage)}`,

  unknownIndent: (text: string, passage: Passage) =>
    'old_text has lost the indentation of the file, so the indentation of the new lines is unknown. Copy the passage ' +
    `with its indentation. At line ${lineAt(text, passage.start)} the file has:\n${shownPassage(text, passage)}`,

  alreadyThere: (text: string, start: number) =>
    `The text you want is already in the file, at line ${lineAt(text, start)}: nothing to change.`,
}

/** Returns the error for a text missing in the file, with the most similar passage. */
export function* missing(
  { plain, finder }: { readonly plain: string; readonly finder: PassageFinder },
  oldText: string,
  newText: string,
): Steps<string> {
  const [done, second] = yield* finder.find(tokenText(newText), 2, { apart: false })
  if (done !== undefined && second === undefined) return refusalOf.alreadyThere(plain, done.start)
  const near = yield* nearestPassage(plain, oldText)
  if (near === null || near.differences.length === 0) return NOT_FOUND
  const { line, of, differences } = near
  const all = of === 1 ? 'which differs' : `which differs in ${differences.length} of ${of} lines`
  const left = differences.length - MOST_SHOWN
  const more = left > 0 ? `\n(${left} more lines differ)` : ''
  return (
    `old_text was not found. Nearest is line ${line}, ${all}:\n` +
    `${differences.slice(0, MOST_SHOWN).flatMap(shownDifference).join('\n')}${more}`
  )
}

const ADD_LINES = 'Add lines around it until it is unique, or set replace_all to change every occurrence.'
const NOT_FOUND = 'old_text was not found. Read the file again and copy the passage exactly.'

function shownDifference({ yours, file, line }: LineDifference): string[] {
  const shown: string[] = []
  if (yours !== null) shown.push(`- ${cut(yours)}   (yours${file === null ? '; not in the file' : ''})`)
  if (file !== null)
    shown.push(`+ ${cut(file)}   (the file, line ${line}${yours === null ? '; not in yours' : ''})`)
  return shown
}

function cut(line: string): string {
  return line.length > MOST_LETTERS ? `${firstPart(line, MOST_LETTERS)}…` : line
}

function shownPassage(text: string, { start, end }: Passage): string {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const passage = text.slice(from, end)
  return passage.length > MOST_PASSAGE ? `${firstPart(passage, MOST_PASSAGE)}…` : passage
}

function lineList(text: string, starts: readonly number[]): string {
  const lines = starts.slice(0, MOST_SHOWN).map((start) => lineAt(text, start))
  return `${lines.join(', ')}${starts.length > MOST_SHOWN ? ' and others' : ''}`
}

function lineAt(text: string, position: number): number {
  return breaksIn(text.slice(0, position)) + 1
}
