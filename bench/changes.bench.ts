import { openBenchApp } from './bench-app.ts'
import { CHANGED_FILES, changeManyFiles, LINES_EACH } from './many-changes.ts'
import { median, sideBySide, timeOf } from './measure.ts'
import { atMost, type Bench } from './row.ts'

/** Files whose changes fill the first screen and the rows drawn ahead of it. */
const FIRST_FILES = 8

/** The list of very many changes beside Git's own count of them, and the changes on the first screen. */
const changes: Bench = async ({ folder }) => {
  const app = await openBenchApp(folder, 'http://127.0.0.1:9')
  const git = changeManyFiles(app.projectPath)
  const placeId = app.project.id
  const list = () => app.handlers['changes.list']({ placeId, scope: 'uncommitted' }, app.window)
  const { ratio } = await sideBySide(
    { rounds: 5, warmUp: 1 },
    () => timeOf(list),
    () => timeOf(() => git('diff', '--numstat')),
  )
  const { files } = await list()
  if (files.length !== CHANGED_FILES) throw new Error(`The list has ${files.length} files.`)
  const paths = files.slice(0, FIRST_FILES).map(({ path }) => path)
  const asked = { placeId, scope: 'uncommitted' as const, paths, hideWhitespace: false }
  const first: number[] = []
  for (let round = 0; round < 7; round += 1) {
    first.push(await timeOf(() => app.handlers['changes.diff'](asked, app.window)))
  }
  await app.close()
  return [
    atMost(
      `list of ${CHANGED_FILES} files, ${CHANGED_FILES * LINES_EACH} lines ÷ git diff --numstat`,
      ratio,
      '×',
      2,
    ),
    atMost(`changes of the first ${FIRST_FILES} files`, median(first), 'ms', 300),
  ]
}
export default changes
