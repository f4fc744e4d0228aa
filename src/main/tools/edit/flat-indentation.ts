import { fileSteps, width } from './map-indentation.ts'

/** A line by its tokens. `file` is its indentation where the file has it. */
export type FlatLine = { readonly keys: readonly string[]; readonly file: string | null }

/**
 * Indents the lines of a text that has lost all indentation by their brackets. Returns null where the lines whose
 * indentation is known contradict it, or where brackets do not tell.
 */
export function bracketIndents(lines: readonly FlatLine[], text: string): string[] | null {
  const { tabs, spaces } = fileSteps(text)
  const unit = tabs ? '\t' : ' '.repeat(spaces)
  const indents: string[] = []
  let current: string | null = null
  let depth = 0
  for (const { keys, file } of lines) {
    const closes = leadingClosers(keys)
    if (current === null) {
      if (file === null || closes > 0) return null
      current = file
    } else {
      const steps: number = (depth > 0 ? 1 : 0) - (closes > 0 || depth < 0 ? 1 : 0)
      const moved: string | null = movedBy(current, steps, unit)
      if (moved === null) return null
      current = moved
      if (file !== null && file !== current) return null
    }
    indents.push(current)
    // Brackets do not show the end of an indented block after a colon.
    if (keys.at(-1) === ':' && file === null) return null
    depth = balanceOf(keys.slice(closes)) + (keys.at(-1) === ':' ? 1 : 0)
  }
  return indents
}

/** Whether a line opens a block, so that the next one is indented in any usual style. */
export function opensBlock(keys: readonly string[]): boolean {
  return balanceOf(keys.slice(leadingClosers(keys))) > 0 || keys.at(-1) === ':'
}

function leadingClosers(keys: readonly string[]): number {
  let count = 0
  while (/^[)\]}]$/.test(keys[count] ?? '')) count += 1
  return count
}

/** Returns how many more brackets open than close. */
export function balanceOf(keys: readonly string[]): number {
  let balance = 0
  for (const key of keys) {
    if (key === '(' || key === '[' || key === '{') balance += 1
    else if (key === ')' || key === ']' || key === '}') balance -= 1
  }
  return balance
}

function movedBy(indent: string, steps: number, unit: string): string | null {
  if (steps === 0) return indent
  if (steps > 0) return indent + unit
  if (width(indent) < width(unit) || !indent.endsWith(unit)) return null
  return indent.slice(0, -unit.length)
}

/** Whether all brackets that open also close, and none closes that did not open. */
export function isBalanced(keys: readonly string[]): boolean {
  let depth = 0
  for (const key of keys) {
    depth += balanceOf([key])
    if (depth < 0) return false
  }
  return depth === 0
}
