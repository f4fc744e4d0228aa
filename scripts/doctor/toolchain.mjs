import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readJson } from '../setup/files.mjs'
import { findProgram } from '../setup/find-program.mjs'
import { compareVersions, oldestNode } from '../setup/node-version.mjs'
import { npmCli } from '../setup/npm-cli.mjs'
import { matchesLock } from '../setup/npm-install.mjs'
import { root } from '../setup/paths.mjs'
import { runCommand } from '../setup/run-command.mjs'
import { bad, note, ok } from './finding.mjs'

export function examineNode() {
  const { node, napi } = process.versions
  const text = `${node} (Node-API ${napi})`
  return compareVersions(node, oldestNode) < 0
    ? bad('Node', text, `install Node ${oldestNode} or newer`)
    : ok('Node', text)
}

export async function examineNpm() {
  try {
    const { stdout } = await runCommand(process.execPath, [await npmCli(), '--version'])
    return ok('npm', stdout.trim())
  } catch {
    return bad('npm', 'not found beside this Node', 'install npm 10 or newer')
  }
}

export async function examinePackages() {
  const lock = await readJson(join(root, 'package-lock.json'))
  const installed = await readJson(join(root, 'node_modules', '.package-lock.json'))
  if (!lock)
    return bad('packages', 'package-lock.json is missing or damaged', 'git checkout package-lock.json')
  if (!installed) return bad('packages', 'not installed', 'npm run setup')
  const count = Object.keys(installed.packages ?? {}).length
  if (!matchesLock(lock, installed)) return bad('packages', 'not those of package-lock.json', 'npm run setup')
  return ok('packages', `${count} installed, as in package-lock.json`)
}

export async function examineRipgrep() {
  const bundled = await bundledRipgrep()
  const program = bundled ?? (await findProgram('rg'))
  if (!program) return note('ripgrep', 'not found; searching files is slower without it', 'npm run setup')
  const { ok: runs, stdout } = await runCommand(program, ['--version'], { timeoutMs: 5_000 })
  if (!runs) return bad('ripgrep', `${program} does not start`, 'delete node_modules, then npm run setup')
  const version = stdout.split('\n')[0]?.replace('ripgrep ', '')
  return ok('ripgrep', `${version} (${bundled ? '@vscode/ripgrep' : 'from PATH'})`)
}

/** The binary comes in a package of its own for each system. */
async function bundledRipgrep() {
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg'
  try {
    const require = createRequire(join(root, 'node_modules', '@vscode', 'ripgrep', 'package.json'))
    return require.resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/${name}`)
  } catch {
    // There is no such package for this system, or it is not installed.
    return null
  }
}
