import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createPageFolders } from '../../../../src/main/knowledge/page-folders.ts'
import { createFolderRows } from '../../../../src/main/knowledge/reading/folder-rows.ts'
import { type ReadFile, readPageFile } from '../../../../src/main/knowledge/reading/read-page-file.ts'
import { type Scan, scanFolder } from '../../../../src/main/knowledge/reading/scan-folder.ts'
import { silentLogger } from '../../../../src/main/lib/logger.ts'
import { openKnowledgeRig } from './knowledge-rig.ts'
import { HERE } from './memory-rig.ts'

type Disk = {
  readonly scan?: (path: string, signal: AbortSignal) => Promise<Scan | null>
  readonly read?: (path: string) => Promise<ReadFile>
}

/** A real folder that is read into pages; a change is looked for when the test says so. */
export function openPageFolder({ scan = scanFolder, read = readPageFile }: Disk = {}) {
  const rig = openKnowledgeRig()
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'orrery pages 中文 ')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  let notice = () => {}
  let reads = 0
  const deps = {
    ...rig,
    rows: createFolderRows(rig.db),
    pageRows: rig.rows,
    logger: silentLogger,
    told: () => {},
    acquaint: async () => {},
    scan,
    read: (path: string) => {
      reads += 1
      return read(path)
    },
    watch: (_folders: readonly string[], changed: () => void) => {
      notice = changed
      return () => {}
    },
  }
  const folders = createPageFolders(deps)
  const titles = () =>
    rig.lists
      .page({}, { limit: 50, offset: 0 })
      .map(({ title, source }) => `${title} · ${source?.file} · ${source?.standing}`)
  return {
    ...rig,
    folders,
    root,
    titles: () => titles().sort(),
    put: (file: string, content: string | Uint8Array) => {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), content)
    },
    add: async () => {
      const id = folders.add(root, HERE)
      await folders.idle()
      return id
    },
    noticed: async () => {
      notice()
      await folders.idle()
    },
    pageOf: (file: string) => {
      const page = rig.lists.page({}, { limit: 50, offset: 0 }).find(({ source }) => source?.file === file)
      if (page === undefined) throw new Error(`There is no page of ${file}.`)
      return page
    },
    reads: () => reads,
    refused: () =>
      folders
        .list()
        .flatMap(({ refused }) => refused.first.map(({ file, why }) => `${file} ${why}`))
        .sort(),
    again: () => createPageFolders(deps),
  }
}
