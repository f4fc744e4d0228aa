/** A line's indentation in the model's old text and in the file. `at` is the index of its first old token. */
export type IndentPair = { readonly old: string; readonly file: string; readonly at: number }

/** Facts about the indentation around a change. */
export type IndentFacts = {
  /** Lines that begin in the old text as in the file, in order. */
  readonly pairs: readonly IndentPair[]
  /** Indentations of the new text; they show how wide a step of the model is. */
  readonly fresh: readonly string[]
  /** The text of the file, for the width of its steps. */
  readonly file: string
}

/** A column is as wide as a space. A tab has to be wider than any step of spaces. */
const TAB = 8
/** Length of a file examined for its indentation. */
const MEASURED = 100_000

/**
 * Returns a function from the model's indentation to that of the file; null if unknown. `near` is the kept
 * line before, `replaced` the old line it replaces.
 */
export function indentMapping(facts: IndentFacts) {
  const pairs = trustedPairs(facts.pairs)
  let step: Step | null = null

  return (indent: string, near: IndentPair | null, replaced: IndentPair | null): string | null => {
    if (pairs.length === 0) return indent
    const same = pairs.filter(({ old }) => old === indent)
    const files = new Set(same.map(({ file }) => file))
    if (files.size === 1) return same[0]?.file ?? null
    if (files.size > 1) return replaced?.old === indent ? replaced.file : null
    const anchor = near ?? pairs[0]
    if (anchor === undefined) return indent
    step ??= stepOf(pairs, facts)
    return stepped(anchor, width(indent) - width(anchor.old), step)
  }
}

/** Leaves out the first line when it alone has lost its indentation, as texts that begin at a word do. */
export function trustedPairs(pairs: readonly IndentPair[]): readonly IndentPair[] {
  const [first, ...others] = pairs
  if (first === undefined || first.old !== '' || first.file === '') return pairs
  const isOdd = others.some(({ old, file }) => old !== '' && width(old) >= width(file))
  return isOdd || others.some(({ old, file }) => old === '' && file !== first.file) ? others : pairs
}

/** Returns the width of an indentation in columns. */
export function width(indent: string): number {
  let columns = 0
  for (const character of indent) columns += character === '\t' ? TAB : 1
  return columns
}

/** File columns per column of the model, and whether the file uses tabs. */
type Step = { readonly ratio: number; readonly tabs: boolean }

function stepOf(pairs: readonly IndentPair[], { fresh, file }: IndentFacts): Step {
  const usesTabs = pairs.some((pair) => pair.file.includes('\t'))
  const [first] = pairs
  const other = pairs.find(
    (pair) => first && width(pair.old) !== width(first.old) && pair.file !== first.file,
  )
  if (first !== undefined && other !== undefined) {
    const ratio = (width(other.file) - width(first.file)) / (width(other.old) - width(first.old))
    return { ratio, tabs: usesTabs }
  }
  const steps = fileSteps(file)
  const tabs = usesTabs || (steps.tabs && pairs.every((pair) => pair.file === ''))
  const isSame = pairs.every((pair) => pair.old === pair.file)
  if (isSame && (!tabs || fresh.every((indent) => !indent.includes(' ')))) return { ratio: 1, tabs }
  const modelStep = stepOfModel([...pairs.map((pair) => pair.old), ...fresh])
  if (modelStep < 2) return { ratio: 1, tabs }
  return { ratio: (tabs ? TAB : steps.spaces) / modelStep, tabs }
}

/** The greatest step that all differences between indentations are made of. */
function stepOfModel(indents: readonly string[]): number {
  const widths = [...new Set(indents.map(width))].sort((a, b) => a - b)
  let step = 0
  for (let at = 1; at < widths.length; at += 1)
    step = divisor(step, (widths[at] ?? 0) - (widths[at - 1] ?? 0))
  return step
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}

/** Measures how a file indents: with tabs, or the most common step of its spaces. */
export function fileSteps(file: string): { readonly tabs: boolean; readonly spaces: number } {
  const counts = new Map<number, number>()
  let tabs = 0
  let spaced = 0
  let last = 0
  for (const match of file.slice(0, MEASURED).matchAll(/^([ \t]*)\S/gm)) {
    const indent = match[1] ?? ''
    if (indent.startsWith('\t')) tabs += 1
    else if (indent !== '') spaced += 1
    const now = width(indent)
    const change = Math.abs(now - last)
    if (change > 1 && change <= 8) counts.set(change, (counts.get(change) ?? 0) + 1)
    last = now
  }
  const [usual] = [...counts].sort((a, b) => b[1] - a[1])
  return { tabs: tabs > spaced, spaces: usual?.[0] ?? 2 }
}

/** Moves the indentation of a line of the file by some columns of the model. */
function stepped({ file }: IndentPair, columns: number, { ratio, tabs }: Step): string | null {
  const change = columns * ratio
  const target = width(file) + change
  if (!Number.isInteger(target) || target < 0) return null
  if (change < 0) return shortened(file, target)
  if (!tabs) return file + ' '.repeat(change)
  return file + '\t'.repeat(Math.floor(change / TAB)) + ' '.repeat(change % TAB)
}

function shortened(indent: string, target: number): string | null {
  let kept = indent
  while (width(kept) > target) kept = kept.slice(0, -1)
  return width(kept) === target ? kept : null
}
