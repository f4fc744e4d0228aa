import { findProgram } from './find-program.mjs'
import { lastLines, runCommand } from './run-command.mjs'
import { SetupError } from './setup-error.mjs'

/**
 * Each entry lists the names one package goes by: newer releases rebuilt some with a `t64` suffix, and
 * there the old name is only virtual, so the newer name comes first.
 * @typedef {readonly string[]} PackageNames
 */

/** Without these no window opens. @type {readonly PackageNames[]} */
export const windowPackages = [
  ['libgtk-3-0t64', 'libgtk-3-0'],
  ['libnss3'],
  ['libasound2t64', 'libasound2'],
  ['libgbm1'],
]

/** Machines without a display, and the tests, need these; an ordinary desktop starts without them. */
export const headlessPackages = [
  ['xvfb'],
  ['xauth'],
  ['libsecret-1-0'],
  ['dbus'],
  ['gnome-keyring'],
  ['openssl'],
]

/** Commands of agents run in a sandbox with these. Without them every command is guarded by approvals alone. */
export const sandboxPackages = [['bubblewrap'], ['socat']]

/** Toolchains that the tests of the sandbox run inside it, by the program each brings. */
const toolchainPackages = { go: 'golang-go' }

// biome-ignore lint/suspicious/noTemplateCurlyInString: these are placeholders of dpkg-query.
const answerFormat = '-f=${Package} ${db:Status-Status}\n'

/** For compiling SQLite. A program that is there already is not asked for as a package. */
const compilerPackages = { python3: 'python3', make: 'make', 'g++': 'g++' }

/**
 * The machine that packages are for: `run` runs a program, `find` looks one up, and only root may install.
 * @typedef {{ platform: string, isRoot: boolean, run: typeof runCommand, find: (name: string) => Promise<string | null> }} Machine
 */

/** @returns {Machine} */
const thisMachine = () => ({
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  run: runCommand,
  find: (name) => findProgram(name),
})

/**
 * Installs what is missing where that is allowed; otherwise says the one command that does.
 * @param {import('./progress.mjs').Progress} progress
 */
export async function ensureDebianPackages(progress, machine = thisMachine()) {
  if (machine.platform !== 'linux' || !(await machine.find('dpkg-query'))) return
  const missing = await missingPackages([...windowPackages, ...headlessPackages, ...sandboxPackages], machine)
  if (machine.isRoot) missing.push(...(await missingToolchains(machine)))
  if (missing.length === 0) return
  if (machine.isRoot) return install(missing, progress, machine)
  const command = installCommand(await availableNames(missing, machine))
  if (missing.some((names) => windowPackages.includes(names))) {
    throw new SetupError(
      `These system libraries are missing: ${missing.map(last).join(', ')}.`,
      `run: ${command}`,
    )
  }
  progress.note(
    `For the sandbox of commands, the tests, and to start without a display, also run: ${command}`,
  )
}

/**
 * Makes sure a C++ compiler, make and Python are there; node-gyp needs all three.
 * @param {import('./progress.mjs').Progress} progress
 */
export async function ensureCompiler(progress, machine = thisMachine()) {
  if (machine.platform !== 'linux') return
  const missing = []
  for (const [program, name] of Object.entries(compilerPackages)) {
    if (!(await machine.find(program))) missing.push([name])
  }
  if (missing.length === 0) return
  const isDebian = (await machine.find('apt-get')) !== null
  if (isDebian && machine.isRoot) return install(missing, progress, machine)
  throw new SetupError(
    `SQLite has to be compiled for this Node, and ${missing.map(last).join(', ')} cannot be found.`,
    isDebian ? `run: ${installCommand(missing.map(last))}` : 'install them with your package manager.',
  )
}

/**
 * @param {Machine} machine
 * @returns {Promise<PackageNames[]>}
 */
async function missingToolchains(machine) {
  const missing = []
  for (const [program, name] of Object.entries(toolchainPackages)) {
    if (!(await machine.find(program))) missing.push([name])
  }
  return [...missing, ...(await missingPackages([['python3-venv']], machine))]
}

/**
 * @param {readonly PackageNames[]} wanted
 * @param {Machine} machine
 */
async function missingPackages(wanted, { run }) {
  const query = await run('dpkg-query', ['-W', answerFormat, ...wanted.flat()])
  const installed = parseInstalled(query.stdout)
  return wanted.filter((names) => !names.some((name) => installed.has(name)))
}

/**
 * The installed packages in the answer of dpkg-query; removed ones that left their settings are not.
 * @param {string} answer lines of `name status`
 */
export function parseInstalled(answer) {
  const rows = answer.split('\n').map((line) => line.trim().split(' '))
  return new Set(rows.filter(([, status]) => status === 'installed').map(([name]) => name))
}

/** @param {readonly string[]} names */
export function installCommand(names) {
  return `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names.join(' ')}`
}

/**
 * The name of each package that this release knows.
 * @param {readonly PackageNames[]} wanted
 * @param {Machine} machine
 */
async function availableNames(wanted, { run }) {
  const query = await run('apt-cache', ['--quiet=1', '--no-all-versions', 'show', ...wanted.flat()])
  const known = new Set([...query.stdout.matchAll(/^Package: (.+)$/gm)].map(([, name]) => name))
  return wanted.map((names) => names.find((name) => known.has(name)) ?? last(names))
}

/**
 * @param {readonly PackageNames[]} missing
 * @param {import('./progress.mjs').Progress} progress
 * @param {Machine} machine
 */
async function install(missing, progress, machine) {
  await progress.step(`Installing Debian packages (${missing.map(last).join(', ')})`, async () => {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    // A stale list is no reason to stop: the packages may still be found.
    await machine.run('apt-get', ['update', '-q'], { env, timeoutMs: 180_000 })
    const names = await availableNames(missing, machine)
    const options = ['-o', 'DPkg::Lock::Timeout=120', '-q', '-y', '--no-install-recommends']
    const result = await machine.run('apt-get', ['install', ...options, ...names], {
      env,
      timeoutMs: 600_000,
    })
    if (result.ok) return
    throw new SetupError(
      `apt-get could not install ${names.join(', ')}.\n${lastLines(result.output)}`,
      `run it by hand and see what it says: ${installCommand(names)}`,
    )
  })
}

/** The plain name, for sentences. @param {PackageNames} names */
function last(names) {
  return names.at(-1) ?? ''
}
