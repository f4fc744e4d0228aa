import type { Random } from './random.ts'

/** A text that passages are taken from. `unit` is one step of its indentation. */
export type Source = { readonly name: string; readonly text: string; readonly unit: string }

/** An edit that a model means: which passage of which text, and what is to replace it. */
export type TrueEdit = {
  readonly source: Source
  /** The number of the first line of the passage, from 1. */
  readonly line: number
  readonly oldText: string
  readonly newText: string
  /** The whole text after the edit. */
  readonly after: string
}

export const EDIT_KINDS = ['word', 'insert', 'delete', 'wrap'] as const
export type EditKind = (typeof EDIT_KINDS)[number]

/** Shortest passage, in signs other than white space: shorter ones mean nothing by themselves. */
const LEAST_SIGNS = 16
const ATTEMPTS = 40

/** Chooses a passage that occurs once in the text and an edit of this kind; null when the text has none. */
export function makeTrueEdit(source: Source, kind: EditKind, random: Random): TrueEdit | null {
  const lines = source.text.split('\n')
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const from = random.below(lines.length)
    const passage = lines.slice(from, from + 2 + random.below(6))
    if (!isPassage(passage) || !isUnique(source.text, passage.join('\n'))) continue
    const changed = CHANGES[kind](passage, source, random)
    if (changed === null) continue
    const after = [...lines.slice(0, from), ...changed, ...lines.slice(from + passage.length)].join('\n')
    if (after === source.text) continue
    return { source, line: from + 1, oldText: passage.join('\n'), newText: changed.join('\n'), after }
  }
  return null
}

function isPassage(lines: readonly string[]): boolean {
  const [first = '', last = ''] = [lines[0], lines.at(-1)]
  return (
    lines.length > 1 &&
    first.trim() !== '' &&
    last.trim() !== '' &&
    squeezed(lines.join('')).length >= LEAST_SIGNS
  )
}

/** Whether lines hold whole blocks: no bracket is open at their end, none is closed that they do not open. */
function isWhole(lines: readonly string[]): boolean {
  let depth = 0
  for (const sign of lines.join('\n').replace(/[^()[\]{}]/g, '')) {
    depth += '([{'.includes(sign) ? 1 : -1
    if (depth < 0) return false
  }
  return depth === 0 && !/:\s*$/.test(lines.at(-1) ?? '')
}

/** Whether a passage occurs once even when white space does not count. */
function isUnique(text: string, passage: string): boolean {
  return squeezed(text).split(squeezed(passage)).length === 2
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, '')
}

type Change = (passage: readonly string[], source: Source, random: Random) => string[] | null

const CHANGES: Readonly<Record<EditKind, Change>> = {
  word: (passage, _source, random) => {
    const at = random.below(passage.length)
    const word = random.pick(/[A-Za-z_]{4,}/g.exec(passage[at] ?? '') ?? [''])
    if (word === '') return null
    return passage.map((line, index) => (index === at ? line.replace(word, `${word}Next`) : line))
  },
  insert: (passage, source, random) => {
    const at = 1 + random.below(passage.length - 1)
    const [above = '', below = ''] = [passage[at - 1], passage[at]]
    const indent = /[{([:]\s*$/.test(above) && below.trim() !== '' ? indentOf(below) : indentOf(above)
    if (above.trim() === '') return null
    const name = random.pick(['total', 'seen', 'count', 'first'])
    const line = `${indent}${source.name.endsWith('.py') ? '' : 'const '}${name}Copy = mark("${name}", ${random.below(90)})`
    return [...passage.slice(0, at), line, ...passage.slice(at)]
  },
  delete: (passage, _source, random) => {
    if (passage.length < 3) return null
    const at = 1 + random.below(passage.length - 2)
    // Half a block is nothing that anybody takes out.
    if (!isWhole([passage[at] ?? ''])) return null
    return passage.filter((_, index) => index !== at)
  },
  wrap: (passage, source) => {
    const inner = passage.slice(1)
    const indent = indentOf(inner[0] ?? '')
    if (!isWhole(inner)) return null
    if (passage.length < 3 || inner.some((line) => line.trim() !== '' && !line.startsWith(indent)))
      return null
    const deeper = inner.map((line) => (line.trim() === '' ? line : `${source.unit}${line}`))
    const python = source.name.endsWith('.py')
    const head = `${indent}${python ? 'if ready:' : 'if (ready) {'}`
    return [passage[0] ?? '', head, ...deeper, ...(python ? [] : [`${indent}}`])]
  },
}

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}
