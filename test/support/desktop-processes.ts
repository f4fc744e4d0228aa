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
