import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { OWN_PROCESS_TESTS, PROCESS_TESTS } from '../support/test-projects.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Signs of a test that may not share a thread. */
const NEEDS_A_PROCESS = [/from 'node:(?:child_process|worker_threads|cluster)'/]
/** Signs of a test that may not share a process. */
const NEEDS_ITS_OWN = [
  /process\.(?:chdir|umask|exit)\(/,
  /process\.env(?:\.\w+|\['\w+'\])\s*=[^=]/,
  /delete process\.env/,
  /vi\.(?:stubGlobal|stubEnv|useFakeTimers)\(/,
  /^\s*globalThis(?:\.\w+|\['\w+'\])\s*=[^=]/m,
  /Object\.defineProperty\(globalThis/,
]
const SELF = 'test/house/test-projects.test.ts'
const isOwn = (path: string) => OWN_PROCESS_TESTS.some((own) => own === path)
const inProcess = (path: string) => isOwn(path) || PROCESS_TESTS.some((place) => path.startsWith(place))

it('gives a process to each test file that starts one', () => {
  const shared = testFiles().filter((path) => !inProcess(path))
  expect(shared.length).toBeGreaterThan(200)
  expect(shared.filter((path) => does(path, NEEDS_A_PROCESS))).toEqual([])
})

it('gives its own process to each test file that changes the environment or a global', () => {
  expect(testFiles().filter((path) => !isOwn(path) && does(path, NEEDS_ITS_OWN))).toEqual([])
})

it('names only places that exist', () => {
  const all = filesUnder('src').concat(filesUnder('test'), filesUnder('scripts'))
  const missing = [...PROCESS_TESTS, ...OWN_PROCESS_TESTS].filter(
    (place) => !all.some((path) => path.startsWith(place)),
  )
  expect(missing).toEqual([])
})

const testFiles = () =>
  [...filesUnder('src'), ...filesUnder('test'), ...filesUnder('scripts')].filter(
    (path) => /\.test\.(?:tsx?|mjs)$/.test(path) && path !== SELF,
  )

const does = (path: string, signs: readonly RegExp[]) => {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return signs.some((sign) => sign.test(text))
}

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
