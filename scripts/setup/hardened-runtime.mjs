import { copyFile, link, mkdir, readdir, readlink, rm, symlink } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { codeOf, createFolderAtOnce } from './files.mjs'
import { distFolder, modifiedAt } from './find-electron.mjs'
import { isExecutable } from './find-program.mjs'
import { withLock } from './lock.mjs'
import { cacheFolder } from './paths.mjs'

/** Raise when anything about the copy changes, so that copies made the old way are not used. */
const RECIPE = 1

/**
 * Returns the executable that people start: a copy of the runtime whose fuses keep other programs from using it as a
 * Node, from loading code into it with NODE_OPTIONS, and from attaching a debugger. Development and tests need these and
 * use the original. The copy shares its files with the original by hard links, except the executable.
 *
 * On macOS the fuses are in a signed framework, and the app starts in the original there.
 * @param {import('./find-electron.mjs').Runtime} runtime
 */
export async function hardenedExecutable({ executable, version }) {
  if (process.platform === 'darwin') return executable
  const dist = distFolder(executable)
  const stamp = Math.round(await modifiedAt(executable)).toString(36)
  const folder = join(cacheFolder(), 'electron', `${version}-hardened-${RECIPE}-${stamp}`)
  const hardened = join(folder, relative(dist, executable))
  if (await isExecutable(hardened)) return hardened
  await withLock(join(cacheFolder(), 'locks', 'electron-hardened.lock'), async () => {
    if (await isExecutable(hardened)) return
    await createFolderAtOnce(folder, async (draft) => {
      await linkAll(dist, draft)
      const copy = join(draft, relative(dist, executable))
      await rm(copy)
      await copyFile(executable, copy)
      await flipFuses(copy)
    })
  })
  return hardened
}

/** @param {string} from @param {string} to */
async function linkAll(from, to) {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else if (entry.isDirectory()) {
      await mkdir(target)
      await linkAll(source, target)
    } else await linkOrCopy(source, target)
  }
}

/** The cache may be on another disk than the package. @param {string} source @param {string} target */
async function linkOrCopy(source, target) {
  try {
    await link(source, target)
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].includes(codeOf(error))) throw error
    await copyFile(source, target)
  }
}

/** @param {string} executable */
async function flipFuses(executable) {
  // Loaded here because npm installs it in the same set-up.
  const { flipFuses: flip, FuseV1Options: fuse, FuseVersion } = await import('@electron/fuses')
  await flip(executable, {
    version: FuseVersion.V1,
    [fuse.RunAsNode]: false,
    [fuse.EnableNodeOptionsEnvironmentVariable]: false,
    [fuse.EnableNodeCliInspectArguments]: false,
    [fuse.GrantFileProtocolExtraPrivileges]: false,
  })
}
