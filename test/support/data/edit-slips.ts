/** What a model sends: the passage to replace and what it wants there. */
export type EditTexts = { readonly oldText: string; readonly newText: string }

/** An edit without a slip, and the file it leads to. */
export type MeantEdit = EditTexts & { readonly kind: string; readonly expected: string }

/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const pick = <T>(random: () => number, from: readonly T[]): T => {
  const one = from[Math.floor(random() * from.length)]
  if (one === undefined) throw new Error('Nothing to pick from.')
  return one
}

/** Whether all brackets of a text that open also close in it: only such lines can be wrapped or taken away. */
const isBalanced = (text: string) => {
  let depth = 0
  for (const sign of text) {
    if ('([{'.includes(sign)) depth += 1
    else if (')]}'.includes(sign)) depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}

const indentOf = (line: string) => /^[ \t]*/.exec(line)?.[0] ?? ''

/** Makes up an edit of a passage that occurs once in a file. `step` is how the file indents. Null where none fits. */
export function meantEdit(file: string, step: string, random: () => number): MeantEdit | null {
  const lines = file.split('\n')
  const size = 2 + Math.floor(random() * 6)
  const from = Math.floor(random() * (lines.length - size))
  const passage = lines.slice(from, from + size)
  const oldText = passage.join('\n')
  if (passage[0]?.trim() === '' || passage.at(-1)?.trim() === '') return null
  if (file.split(oldText).length !== 2) return null
  const kind = pick(random, ['rename', 'insert', 'delete', 'wrap'])
  const changed = changedLines(passage, kind, step, random)
  if (changed === null) return null
  const newText = changed.join('\n')
  if (newText === oldText) return null
  return { kind, oldText, newText, expected: file.replace(oldText, () => newText) }
}

function changedLines(
  passage: readonly string[],
  kind: string,
  step: string,
  random: () => number,
): string[] | null {
  const at = Math.floor(random() * passage.length)
  const line = passage[at] ?? ''
  switch (kind) {
    case 'rename': {
      const words = line.match(/[A-Za-z]{3,}/g)
      if (words === null) return null
      const word = pick(random, words)
      return passage.map((each, index) => (index === at ? each.replace(word, `${word}Renamed`) : each))
    }
    case 'insert': {
      if (line.trim() === '') return null
      const next = passage[at + 1]
      const opens = /[({[:]$/.test(line.trimEnd())
      const indent = opens && next !== undefined ? indentOf(next) : indentOf(line)
      if (opens && next === undefined) return null
      if (next !== undefined && !opens && indentOf(next).length > indent.length) return null
      return [...passage.slice(0, at + 1), `${indent}checkAgain(value, ${at})`, ...passage.slice(at + 1)]
    }
    case 'delete':
      return passage.length < 3 || line.trim() === '' || !isBalanced(line) || line.endsWith(':')
        ? null
        : passage.filter((_, index) => index !== at)
    default: {
      const indents = passage.filter((each) => each.trim() !== '').map(indentOf)
      const [base = ''] = indents
      if (indents.some((indent) => indent.length < base.length) || !isBalanced(passage.join(''))) return null
      const inner = passage.map((each) => (each.trim() === '' ? each : step + each))
      const isPython = step.length === 4
      const head = isPython ? `${base}if ready and count > 3:` : `${base}if (ready && count > 3) {`
      return isPython ? [head, ...inner] : [head, ...inner, `${base}}`]
    }
  }
}

const byLine = (change: (line: string) => string) => (text: string) => text.split('\n').map(change).join('\n')
const both = (change: (text: string) => string) => (texts: EditTexts) => ({
  oldText: change(texts.oldText),
  newText: change(texts.newText),
})
const reindented = (from: string, to: string) =>
  byLine((line) => {
    const indent = indentOf(line)
    if (!indent.startsWith(from) || from === '') return line
    const steps = Math.floor(indent.length / from.length)
    return to.repeat(steps) + line.slice(steps * from.length)
  })

/** A common indentation left out, measured over both texts as a model would do it. */
function outdented({ oldText, newText }: EditTexts): EditTexts {
  const filled = oldText.split('\n').filter((line) => line.trim() !== '')
  const most = Math.min(...filled.map((line) => indentOf(line).length))
  const strip = byLine((line) => line.slice(Math.min(most, indentOf(line).length)))
  return { oldText: strip(oldText), newText: strip(newText) }
}

/** A slip of a model: what it does to the texts of an edit. */
export type Slip = { readonly name: string; readonly apply: (texts: EditTexts, step: string) => EditTexts }

const numbered = (first: number) => (text: string) =>
  text
    .split('\n')
    .map((line, at) => `${String(first + at).padStart(6)}\t${line}`)
    .join('\n')
const marked = (mark: string) => byLine((line) => mark + line)
const curly = (text: string) =>
  text
    .replace(/(^|[\s([{])"/g, '$1“')
    .replaceAll('"', '”')
    .replace(/(^|[\s([{])'/g, '$1‘')
    .replaceAll("'", '’')

/** Slips of kinds that models make, each applied as a model would: the same to both texts, or to the old one only. */
export const SLIPS: readonly Slip[] = [
  {
    name: 'wrong step of indentation',
    apply: (texts, step) => both(reindented(step, step === '    ' ? '  ' : '    '))(texts),
  },
  { name: 'common indentation left out', apply: outdented },
  { name: 'all indentation left out', apply: both(byLine((line) => line.trimStart())) },
  {
    name: 'tabs and spaces swapped',
    apply: (texts, step) => both(reindented(step, step === '\t' ? '    ' : '\t'))(texts),
  },
  { name: 'indented too deep', apply: both(byLine((line) => (line === '' ? line : `    ${line}`))) },
  {
    name: 'trailing spaces',
    apply: (texts) => ({ ...texts, oldText: byLine((line) => `${line}  `)(texts.oldText) }),
  },
  {
    name: 'blank lines around',
    apply: both((text) => `\n${text}\n\n`),
  },
  { name: 'typographic quotes', apply: both(curly) },
  {
    name: 'escaped quotes',
    apply: both((text) => text.replace(/\\/g, '\\\\').replace(/(["'])/g, '\\$1')),
  },
  { name: 'line numbers in both', apply: both(numbered(10)) },
  { name: 'line numbers in old', apply: (texts) => ({ ...texts, oldText: numbered(10)(texts.oldText) }) },
  { name: 'code fence', apply: both((text) => `\`\`\`ts\n${text}\n\`\`\``) },
  {
    name: 'diff marks',
    apply: ({ oldText, newText }) => ({ oldText: marked('-')(oldText), newText: marked('+')(newText) }),
  },
  {
    name: 'HTML entities',
    apply: both((text) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    ),
  },
  {
    name: 'spaces inside lines',
    apply: both(byLine((line) => indentOf(line) + line.trimStart().replace(/ ?= ?/g, '='))),
  },
]
