import { readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const MOST_FILES = 26

/** Folders with one uniform file for each call, topic of messages or migration. Their files are found by name. */
const UNIFORM = [
  'src/main/database/migrations',
  'src/main/handlers',
  'src/renderer/messages/en',
  'src/renderer/messages/zh-CN',
  'src/shared/ipc/calls',
]

it(`a folder holds at most ${MOST_FILES} product files`, () => {
  const counts = new Map<string, number>()
  for (const file of ['src', 'test/support', 'scripts'].flatMap(filesUnder))
    if (isProduct(file)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  const crowded = [...counts].filter(([, count]) => count > MOST_FILES).map(([folder]) => folder)
  expect(crowded.sort()).toEqual(UNIFORM)
})

function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

/** Whether a file is neither a test nor the types of a script. */
function isProduct(file: string): boolean {
  return !/\.test\.\w+$/.test(file) && !file.endsWith('.d.mts')
}
