import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** What is built: programs by name, with the paths of their sources from the root of the repository. */
export type Programs = {
  readonly sources: Readonly<Record<string, string>>
  readonly format: 'cjs' | 'es'
  /** Packages that are not built in. */
  readonly external: readonly string[]
  readonly define?: Readonly<Record<string, string>>
}

const root = resolve(import.meta.dirname, '../../..')
// Inside the repository, where packages with a native part are found.
const built = join(root, 'out', 'test-programs')
/** The folders of the sources, and what else decides what is built. */
const INPUTS = ['src', 'test/support', 'package-lock.json']
const started = promisify(execFile)
const LONGEST_BUILD_MS = 120_000
/** Builds that are older than this are removed by the next one, in milliseconds. */
const KEPT_MS = 24 * 60 * 60_000

let fingerprint: Promise<string> | null = null

/**
 * Builds programs with Vite, once for all test files while the sources are the same, and returns the folder. The build has
 * a process of its own: its 600 MB would stay in the worker, which makes each later start of a program ten times slower.
 */
export async function buildOnce(programs: Programs): Promise<string> {
  fingerprint ??= fingerprintOf(INPUTS)
  const key = JSON.stringify([programs, await fingerprint])
  const folder = join(built, createHash('sha256').update(key).digest('hex').slice(0, 16))
  if (await isThere(folder)) return folder
  await mkdir(built, { recursive: true })
  await removeOld()
  const unfinished = await mkdtemp(join(built, 'unfinished-'))
  await started(
    process.execPath,
    [join(import.meta.dirname, 'build-programs.mjs'), configOf(programs, unfinished)],
    {
      cwd: root,
      timeout: LONGEST_BUILD_MS,
    },
  )
  try {
    await rename(unfinished, folder)
  } catch (error) {
    // Another worker may have built the same meanwhile.
    await rm(unfinished, { recursive: true, force: true })
    if (!(await isThere(folder))) throw error
  }
  return folder
}

function configOf({ sources, format, external, define = {} }: Programs, outDir: string): string {
  const extension = format === 'cjs' ? 'cjs' : 'mjs'
  return JSON.stringify({
    root,
    define,
    build: {
      ssr: true,
      target: 'node20.18',
      outDir,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(sources).map(([name, file]) => [name, resolve(root, file)])),
        external,
        output: {
          format,
          entryFileNames: `[name].${extension}`,
          chunkFileNames: `chunks/[name]-[hash].${extension}`,
        },
      },
    },
  })
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

async function removeOld(): Promise<void> {
  for (const name of await readdir(built)) {
    const folder = join(built, name)
    const made = await stat(folder).catch(() => null)
    if (made !== null && Date.now() - made.mtimeMs > KEPT_MS)
      await rm(folder, { recursive: true, force: true })
  }
}

/** Names, sizes and times of all files in some places. */
async function fingerprintOf(places: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const place of places)
    for (const file of await filesIn(join(root, place))) {
      const { size, mtimeMs } = await stat(file)
      hash.update(`${file}\0${size}\0${mtimeMs}\n`)
    }
  return hash.digest('hex')
}

async function filesIn(place: string): Promise<string[]> {
  if ((await stat(place)).isFile()) return [place]
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
