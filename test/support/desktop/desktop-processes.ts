import { readdirSync, readFileSync } from 'node:fs'

/** The processes of this machine whose command line holds a word, by their ids. */
export function processesWith(word: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => commandLineOf(name).includes(word))
    .map(Number)
}

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // It has ended since the folder was read.
    return ''
  }
}

/** A process as it can be known again: its number may belong to another one later. */
export type Known = { readonly pid: number; readonly began: string; readonly command: string }

/** A process and all that come from it, as far as their parents are still there. */
export function treeOf(root: number): readonly Known[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (look(name) ?? []) : []))
  const found = new Set([root])
  for (let size = 0; size < found.size; ) {
    size = found.size
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
  }
  return all.filter(({ pid }) => found.has(pid))
}

/** Those that are there still. One that has ended and waits to be collected is not. */
export function left(known: readonly Known[]): readonly Known[] {
  return known.filter(({ pid, began }) => look(String(pid))?.began === began)
}

function look(name: string): (Known & { readonly parent: number }) | null {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, parent, began = ''] = [fields[0], Number(fields[1]), fields[19]]
    return state === 'Z' ? null : { pid: Number(name), parent, began, command: commandLineOf(name) }
  } catch {
    // It has ended since the folder was read.
    return null
  }
}
