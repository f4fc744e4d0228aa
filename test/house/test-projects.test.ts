import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { PROCESS_TESTS } from '../support/test-projects.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** What a test may not do in a thread that other files share. */
const NEEDS_A_PROCESS = [
  /from 'node:(?:child_process|worker_threads|cluster)'/,
  /process\.(?:chdir|umask|exit)\(/,
  /process\.env(?:\.\w+|\['\w+'\])\s*=[^=]/,
  /delete process\.env/,
  /vi\.(?:stubGlobal|useFakeTimers)\(/,
  /globalThis(?:\.\w+|\['\w+'\])\s*=[^=]/,
]

it('gives a process to each test file that changes or starts one', () => {
  const shared = filesUnder('src')
    .concat(filesUnder('test/contract'), filesUnder('test/house'))
    .filter((path) => /\.test\.tsx?$/.test(path))
    .filter((path) => !PROCESS_TESTS.some((place) => path.startsWith(place)))
  expect(shared.length).toBeGreaterThan(200)
  const wrong = shared.filter((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    return path !== 'test/house/test-projects.test.ts' && NEEDS_A_PROCESS.some((sign) => sign.test(text))
  })
  expect(wrong).toEqual([])
})

it('names only places that exist', () => {
  const all = filesUnder('src').concat(filesUnder('test'), filesUnder('scripts'))
  const missing = PROCESS_TESTS.filter((place) => !all.some((path) => path.startsWith(place)))
  expect(missing).toEqual([])
})

/** Paths of the files below a folder, relative to the repository, with slashes. */
function filesUnder(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(ROOT.length + 1)
        .replaceAll('\\', '/'),
    )
}
