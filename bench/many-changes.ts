import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const CHANGED_FILES = 5_000
/** Lines of each file. All of them change, so that a file shows twice as many. */
export const LINES_EACH = 40
const FOLDERS = 50

/** Makes the folder a repository in which every line of very many files has changed. Returns Git in it. */
export function changeManyFiles(root: string): (...args: string[]) => Buffer {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, ...args], { maxBuffer: 64 * 1024 * 1024 })
  writeFiles(root, 'before')
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', 'commit', '-qm', 'before')
  writeFiles(root, 'after')
  return git
}

function writeFiles(root: string, word: string): void {
  for (let at = 0; at < CHANGED_FILES; at += 1) {
    const folder = join(root, `part${at % FOLDERS}`)
    mkdirSync(folder, { recursive: true })
    const lines = Array.from({ length: LINES_EACH }, (_, line) => `export const ${word}${line} = ${at}\n`)
    writeFileSync(join(folder, `file${at}.ts`), lines.join(''))
  }
}
