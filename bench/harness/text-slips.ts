import type { Random } from './random.ts'
import { indentOf } from './true-edits.ts'

/** The two texts of an edit as a model writes them. */
export type Pair = { readonly oldText: string; readonly newText: string }

/** Where the passage of an edit is: its first line, and one step of indentation in its file. */
type Scene = { readonly line: number; readonly unit: string; readonly random: Random }

/** A way to write an edit badly whose meaning stays clear. */
export type TextSlip = {
  readonly name: string
  readonly apply: (pair: Pair, scene: Scene) => Pair
}

const both =
  (change: (text: string, scene: Scene) => string): TextSlip['apply'] =>
  ({ oldText, newText }, scene) => ({ oldText: change(oldText, scene), newText: change(newText, scene) })

const eachLine = (text: string, change: (line: string, index: number) => string) =>
  text.split('\n').map(change).join('\n')

/** The slips of text. Each has an effect on the old text, or does not count as a slip. */
export const TEXT_SLIPS: readonly TextSlip[] = [
  {
    name: 'indentation of another width',
    apply: both((text, { unit }) => reindented(text, unit, widthOf(unit) === 2 ? '    ' : '  ')),
  },
  {
    name: 'indented one step too far',
    apply: both((text, { unit }) => eachLine(text, (line) => (line === '' ? line : unit + line))),
  },
  { name: 'common indentation left out', apply: ({ oldText, newText }) => withoutCommon(oldText, newText) },
  { name: 'all indentation left out', apply: both((text) => eachLine(text, (line) => line.trimStart())) },
  {
    name: 'tabs for spaces or spaces for tabs',
    apply: both((text, { unit }) => reindented(text, unit, unit === '\t' ? '    ' : '\t')),
  },
  {
    name: 'spaces at the ends of lines',
    apply: ({ oldText, newText }, { random }) => ({
      oldText: eachLine(oldText, (line, at) => (at === 0 || random.chance(0.4) ? `${line}  ` : line)),
      newText,
    }),
  },
  { name: 'empty lines around the passage', apply: both((text) => `\n${text}\n\n`) },
  {
    name: 'line numbers in the old text',
    apply: ({ oldText, newText }, scene) => ({ oldText: numbered(oldText, scene), newText }),
  },
  { name: 'line numbers in both texts', apply: both(numbered) },
  { name: 'a code fence around both', apply: both((text) => `\`\`\`ts\n${text}\n\`\`\``) },
  { name: 'typographic quotes and dashes', apply: both(typographic) },
  { name: 'quotes escaped once more', apply: both((text) => text.replace(/["']/g, '\\$&')) },
  { name: 'the whole text escaped once more', apply: both((text) => JSON.stringify(text).slice(1, -1)) },
  { name: 'HTML entities', apply: both(entities) },
  {
    name: 'marks of a diff',
    apply: ({ oldText, newText }) => ({
      oldText: eachLine(oldText, (line) => `-${line}`),
      newText: eachLine(newText, (line) => `+${line}`),
    }),
  },
]

function widthOf(unit: string): number {
  return unit === '\t' ? 4 : unit.length
}

/** Puts another step of indentation in the place of the file's own. Single spaces of an alignment stay. */
function reindented(text: string, from: string, to: string): string {
  return eachLine(text, (line) => {
    const indent = indentOf(line)
    const steps = Math.floor(indent.length / from.length)
    return to.repeat(steps) + indent.slice(steps * from.length) + line.slice(indent.length)
  })
}

function withoutCommon(oldText: string, newText: string): Pair {
  const filled = `${oldText}\n${newText}`.split('\n').filter((line) => line.trim() !== '')
  const common = Math.min(...filled.map((line) => indentOf(line).length))
  const cut = (text: string) => eachLine(text, (line) => line.slice(Math.min(common, indentOf(line).length)))
  return { oldText: cut(oldText), newText: cut(newText) }
}

function numbered(text: string, { line }: Scene): string {
  return eachLine(text, (each, at) => `${String(line + at).padStart(6)}\t${each}`)
}

function typographic(text: string): string {
  return text
    .replace(/"([^"\n]*)"/g, '\u201c$1\u201d')
    .replace(/'([^'\n]*)'/g, '\u2018$1\u2019')
    .replace(/ - /g, ' \u2013 ')
}

function entities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
