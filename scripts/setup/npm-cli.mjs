import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { statOrNull } from './files.mjs'
import { findProgram } from './find-program.mjs'
import { SetupError } from './setup-error.mjs'

/**
 * npm's own start file, run with our Node: this works without a shell on every system, also on Windows
 * where `npm` is a batch file.
 * @returns {Promise<string>}
 */
export async function npmCli(env = process.env) {
  const node = dirname(process.execPath)
  const onPath = await findProgram('npm')
  const candidates = [
    env.npm_execpath,
    onPath && (await realpath(onPath)),
    join(node, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(node, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ]
  for (const candidate of candidates) {
    if (candidate?.endsWith('npm-cli.js') && (await statOrNull(candidate))) return candidate
  }
  throw new SetupError(
    'npm was not found beside this Node.',
    'install npm 10 or newer, then run the same command again.',
  )
}

/**
 * The node-gyp that npm brings along, or null when this npm has none.
 * @param {string} cli
 */
export async function bundledNodeGyp(cli) {
  const folders = [join(dirname(cli), '..', 'node_modules'), join(dirname(cli), '..', '..')]
  for (const folder of folders) {
    // Distributions that unbundle npm put node-gyp beside it.
    const file = join(folder, 'node-gyp', 'bin', 'node-gyp.js')
    if (await statOrNull(file)) return file
  }
  return null
}
