import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBenchApp } from './bench-app.ts'
import { median, sideBySide, timeOf } from './measure.ts'
import { atMost, type Bench } from './row.ts'

const FILES = 5_000
const LINES_EACH = 40
/** Files whose changes fill the first screen and the rows drawn ahead of it. */
const FIRST_FILES = 8

/** The list of very many changes beside Git's own count of them, and the changes on the first screen. */
const changes: Bench = async ({ folder }) => {
  const app = await openBenchApp(folder, 'http://127.0.0.1:9')
  const root = app.projectPath
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, ...args], { maxBuffer: 64 * 1024 * 1024 })
  writeFiles(root, 'before')
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', 'commit', '-qm', 'before')
  writeFiles(root, 'after')
  const placeId = app.project.id
  const list = () => app.handlers['changes.list']({ placeId, scope: 'uncommitted' }, app.window)
  const { ratio } = await sideBySide(
    { rounds: 5, warmUp: 1 },
    () => timeOf(list),
    () => timeOf(() => git('diff', '--numstat')),
  )
  const { files } = await list()
  if (files.length !== FILES) throw new Error(`The list has ${files.length} files.`)
  const paths = files.slice(0, FIRST_FILES).map(({ path }) => path)
  const asked = { placeId, scope: 'uncommitted' as const, paths, hideWhitespace: false }
  const first: number[] = []
  for (let round = 0; round < 7; round += 1) {
    first.push(await timeOf(() => app.handlers['changes.diff'](asked, app.window)))
  }
  await app.close()
  return [
    atMost(`list of ${FILES} files, ${FILES * LINES_EACH} lines ÷ git diff --numstat`, ratio, '×', 2),
    atMost(`changes of the first ${FIRST_FILES} files`, median(first), 'ms', 300),
  ]
}
export default changes

function writeFiles(root: string, word: string): void {
  for (let at = 0; at < FILES; at += 1) {
    const folder = join(root, `part${at % 50}`)
    mkdirSync(folder, { recursive: true })
    const lines = Array.from({ length: LINES_EACH }, (_, line) => `export const ${word}${line} = ${at}\n`)
    writeFileSync(join(folder, `file${at}.ts`), lines.join(''))
  }
}
