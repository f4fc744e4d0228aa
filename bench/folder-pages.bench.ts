import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import type { ProjectId } from '#shared/ids.ts'
import { createPageFolders } from '../src/main/knowledge/page-folders.ts'
import { createPageRows } from '../src/main/knowledge/page-rows.ts'
import { createPages } from '../src/main/knowledge/pages.ts'
import { createFolderRows } from '../src/main/knowledge/reading/folder-rows.ts'
import { createReaderThread } from '../src/main/knowledge/reading/reader-thread.ts'
import { scanFolder } from '../src/main/knowledge/reading/scan-folder.ts'
import { systemClock } from '../src/main/lib/clock.ts'
import { silentLogger } from '../src/main/lib/logger.ts'
import { createRedactor } from '../src/main/lib/redact.ts'
import { countingIds } from '../test/support/data/counting-ids.ts'
import { openMeasured } from './bench-log.ts'
import { timeOf } from './measure.ts'
import { atMost, type Bench, figure } from './row.ts'
import { createWords } from './search-words.ts'

const FILES = 2_000
const FOLDERS = 20
const SECTIONS = 6
const PROJECT = 'prj_00000001' as ProjectId

/** What main pays while a folder of 2,000 Markdown files is read into pages, and when nothing in it has changed. */
const folderPages: Bench = async ({ root, folder }) => {
  const handbook = join(folder, 'handbook')
  await writeFiles(handbook)
  const db = openMeasured(folder, 'pages')
  const redactor = createRedactor()
  const isSecret = (text: string) => redactor.text(text) !== text
  const rows = createPageRows(db)
  const common = { now: Date.now, newId: countingIds(), isSecret, logger: silentLogger }
  const pages = createPages({ ...common, rows, changed: () => {} })
  const reader = createReaderThread({
    worker: pathToFileURL(join(root, 'out/headless/page-reader.process.js')),
    clock: systemClock,
    logger: silentLogger,
  })
  const folders = createPageFolders({
    ...common,
    rows: createFolderRows(db),
    pageRows: rows,
    pages,
    read: reader.read,
    scan: scanFolder,
    acquaint: async () => {},
    watch: () => () => {},
    told: () => {},
  })
  try {
    const first = await measured(async () => {
      folders.add(handbook, { level: 'project', id: PROJECT })
      await folders.idle()
    })
    const again = await measured(async () => {
      folders.start()
      await folders.idle()
    })
    return [
      figure('read 2,000 files into pages', first.seconds, 's'),
      atMost('  longest pause of main meanwhile', first.pause, 'ms', 30),
      figure('look whether any of them has changed', again.seconds, 's'),
      atMost('  longest pause of main meanwhile', again.pause, 'ms', 30),
    ]
  } finally {
    await folders.close()
    await reader.close()
    db.close()
  }
}
export default folderPages

async function measured(act: () => Promise<void>) {
  const pauses = monitorEventLoopDelay({ resolution: 1 })
  pauses.enable()
  const took = await timeOf(act)
  pauses.disable()
  return { seconds: took / 1_000, pause: pauses.max / 1e6 }
}

async function writeFiles(root: string): Promise<void> {
  const words = createWords()
  for (let inner = 0; inner < FOLDERS; inner += 1) await mkdir(join(root, String(inner)), { recursive: true })
  for (let at = 0; at < FILES; at += 1) {
    const sections = Array.from(
      { length: SECTIONS },
      () => `## ${words.middling()} ${words.rare()}\n\n${words.message()}\n`,
    )
    await writeFile(join(root, String(at % FOLDERS), `page ${at}.md`), sections.join('\n'))
  }
}
