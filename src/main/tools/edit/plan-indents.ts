import type { CarriedChange } from './carried-change.ts'
import { balanceOf, bracketIndents, isBalanced, opensBlock } from './flat-indentation.ts'
import { type IndentPair, indentMapping } from './map-indentation.ts'
import { indentOf, type TokenLine, type TokenText } from './text-tokens.ts'

/** A change, which old token each new one keeps, and the indentation before the passage. */
type IndentScene = CarriedChange & { readonly keptAs: Int32Array; readonly lead: string | null }

/**
 * Decides the indentation of each new line by the index of its first token. A line that the model kept, indentation
 * included, keeps that of the file. Returns null when one cannot be known.
 */
export function planIndents(scene: IndentScene): Map<number, string> | null {
  const { old, fresh, keptAs } = scene
  const pairs = pairsOf(scene)
  const files = new Set(pairs.map(({ file }) => file))
  if (isFlat(old) && !isFlat(fresh) && files.size > 1) return null
  if (isFlat(old) && isFlat(fresh) && pairs.some(({ file }) => file !== '')) {
    const flat = flatIndents(scene, pairs)
    if (flat !== undefined) return flat
  }
  const pairAt = new Map(pairs.map((pair) => [pair.at, pair]))
  const map = indentMapping({ pairs, fresh: fresh.lines.map(({ indent }) => indent), file: scene.file })
  const replacedLines = replacedLinesOf(scene)
  const indents = new Map<number, string>()
  let near: IndentPair | null = null
  for (const [line, { first, indent }] of fresh.lines.entries()) {
    const pair = pairAt.get(keptAs[first] ?? -1) ?? null
    const isFirst = line === 0 && indent === old.lines[0]?.indent
    const replaced = pairAt.get(replacedLines.get(line) ?? -1) ?? null
    const known = isFirst ? scene.lead : pair?.old === indent ? pair.file : null
    const mapped = known ?? map(indent, near, replaced)
    if (mapped === null) return null
    indents.set(first, mapped)
    if (pair !== null) near = pair
  }
  return indents
}

/** Pairs the indentations of the lines that begin with the same token in the old text and in the file. */
function pairsOf({ file, passage, old, lead }: IndentScene): IndentPair[] {
  const pairs: IndentPair[] = []
  for (const { first, indent } of old.lines) {
    if (first === 0) {
      if (lead !== null) pairs.push({ old: indent, file: lead, at: 0 })
      continue
    }
    const gap = file.slice(passage.tokens[first - 1]?.end, passage.tokens[first]?.start)
    if (gap.includes('\n')) pairs.push({ old: indent, file: indentOf(gap), at: first })
  }
  return pairs
}

function isFlat({ lines }: TokenText): boolean {
  return lines.every(({ indent }) => indent === '')
}

/**
 * Indents a text that has lost its indentation. Returns undefined where the indentation of the passage is enough, null
 * where nothing tells.
 */
function flatIndents(
  scene: IndentScene,
  pairs: readonly IndentPair[],
): Map<number, string> | null | undefined {
  const { old, fresh } = scene
  const isOpen = fresh.lines.some(
    (line, at) => at + 1 < fresh.lines.length && opensBlock(keysOf(fresh, line)),
  )
  const isLevel = new Set(pairs.map(({ file }) => file)).size === 1
  if (old.lines.length === 1 && fresh.lines.length === 1) return undefined
  if (isLevel && !isOpen) return undefined
  const balance = (text: TokenText) => balanceOf(text.tokens.map(({ key }) => key))
  if (balance(old) !== balance(fresh)) return null
  return byBrackets(scene, pairs) ?? byNeighbours(scene, pairs)
}

/**
 * Indents all lines by their brackets, where those explain the indentation that the passage has. Only a passage that
 * closes what it opens can be moved inwards.
 */
function byBrackets(
  { file, old, fresh, keptAs }: IndentScene,
  pairs: readonly IndentPair[],
): Map<number, string> | null {
  const fileAt = new Map(pairs.map((pair) => [pair.at, pair.file]))
  const stored = old.lines.map((line) => ({ keys: keysOf(old, line), file: fileAt.get(line.first) ?? null }))
  if (stored.some((line) => line.file === null) || bracketIndents(stored, file) === null) return null
  const [first] = stored
  const wanted = fresh.lines.map((line, at) => ({
    keys: keysOf(fresh, line),
    file: at === 0 ? (first?.file ?? null) : null,
  }))
  const indents = bracketIndents(wanted, file)
  if (indents === null) return null
  const isMoved = fresh.lines.some((line, at) => {
    const known = fileAt.get(keptAs[line.first] ?? -1)
    return known !== undefined && known !== indents[at]
  })
  if (isMoved && !isBalanced(stored.flatMap(({ keys }) => keys))) return null
  return new Map(fresh.lines.map((line, at) => [line.first, indents[at] ?? '']))
}

/** Keeps the indentation of lines that stay, and gives new lines between two that are level the same. */
function byNeighbours(
  { old, fresh, keptAs }: IndentScene,
  pairs: readonly IndentPair[],
): Map<number, string> | null {
  const fileAt = new Map(pairs.map(({ at, file }) => [at, file]))
  const oldLine = new Map(old.lines.map(({ first }, line) => [first, line]))
  const linesOf = fresh.lines.map(({ first }) => oldLine.get(keptAs[first] ?? -1) ?? null)
  const fileOf = (line: number | null | undefined) => fileAt.get(old.lines[line ?? -1]?.first ?? -1)
  const indents = new Map<number, string>()
  let before: number | null = null
  for (const [at, line] of fresh.lines.entries()) {
    const kept = linesOf[at] ?? null
    if (opensBlock(keysOf(fresh, line)) && kept === null) return null
    if (kept !== null) before = kept
    const after = kept ?? linesOf.slice(at).find((next) => next !== null) ?? null
    const indent = fileOf(kept ?? before)
    if (indent === undefined || before === null || after === null) return null
    const opener = old.lines[before]
    const isBetween = kept === null
    if (isBetween && (fileOf(after) !== indent || opener === undefined || opensBlock(keysOf(old, opener))))
      return null
    indents.set(line.first, indent)
  }
  return indents
}

function keysOf({ tokens }: TokenText, { first, end }: TokenLine): string[] {
  return tokens.slice(first, end).map(({ key }) => key)
}

/** Maps each new line to the old line it replaces, if their numbers are equal. */
function replacedLinesOf({ old, fresh, keptAs }: IndentScene): Map<number, number> {
  const lineOf = new Map<number, number>()
  for (const [line, { first, end }] of old.lines.entries()) {
    for (let at = first; at < end; at += 1) lineOf.set(at, line)
  }
  const oldLines = fresh.lines.map(({ first, end }) => {
    for (let at = first; at < end; at += 1) {
      const line = lineOf.get(keptAs[at] ?? -1)
      if (line !== undefined) return line
    }
    return null
  })
  const replaced = new Map<number, number>()
  let [freshFrom, oldFrom] = [0, 0]
  for (let at = 0; at <= fresh.lines.length; at += 1) {
    const oldTo = at === fresh.lines.length ? old.lines.length : (oldLines[at] ?? null)
    if (oldTo === null || oldTo < oldFrom) continue
    const own = old.lines[oldTo]
    if (own !== undefined) replaced.set(at, own.first)
    if (at - freshFrom === oldTo - oldFrom) {
      for (let each = 0; each < at - freshFrom; each += 1) {
        const line = old.lines[oldFrom + each]
        if (line !== undefined) replaced.set(freshFrom + each, line.first)
      }
    }
    freshFrom = at + 1
    oldFrom = oldTo + 1
  }
  return replaced
}
