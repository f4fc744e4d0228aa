// Runs every bench/*.bench.mjs in order, prints a table and writes out/bench.json. Each default-exports
//   async ({ headless, electron, out }) => [{ name, value, unit, target?, ok? }]
// where headless is the built library without Electron and electron the executable in use.
import { execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { missingDesktop } from './session/desktop.mjs'
import { withServices } from './session/service.mjs'
import { statOrNull, writeJson } from './setup/files.mjs'
import { distFolder } from './setup/find-electron.mjs'
import { root } from './setup/paths.mjs'
import { lastLines, runCommand } from './setup/run-command.mjs'
import { setUpOrExit } from './setup/set-up.mjs'

/** @typedef {{ name: string, value: number | string, unit?: string, target?: string, ok?: boolean }} Row */

const folder = join(root, 'bench')
const only = process.argv.slice(2)
const names = ((await statOrNull(folder)) ? await readdir(folder) : [])
  .filter(
    (name) => name.endsWith('.bench.mjs') && (only.length === 0 || only.some((word) => name.includes(word))),
  )
  .sort()
if (names.length === 0) {
  console.log(
    only.length > 0 ? `No bench is named like ${only.join(', ')}.` : 'There is no bench in bench/ yet.',
  )
  process.exit(0)
}

const runtime = await setUpOrExit({ build: true })
await buildHeadless()
const machine = {
  node: process.versions.node,
  electron: runtime.version,
  cpus: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  nodeStartMs: nodeStart(),
}
const env = {
  ELECTRON_OVERRIDE_DIST_PATH: distFolder(runtime.executable),
  ORRERY_ELECTRON: runtime.executable,
}
const results = await withServices(missingDesktop().starters, runAll, env)
await writeJson(join(root, 'out', 'bench.json'), { at: new Date().toISOString(), machine, results })
console.log(
  `\nNode ${machine.node}, Electron ${machine.electron}, ${machine.cpus} cores, node -e 0: ${machine.nodeStartMs} ms\nout/bench.json has it all.`,
)
process.exit(results.some(({ error, rows }) => error || rows.some((row) => row.ok === false)) ? 1 : 0)

/** @param {Record<string, string>} extra */
async function runAll(extra) {
  Object.assign(process.env, extra)
  const context = {
    headless: await import(pathToFileURL(headlessFile()).href),
    electron: runtime.executable,
    out: join(root, 'out', 'bench'),
  }
  const all = []
  for (const name of names) all.push(await runOne(name, context))
  return all
}

/** @param {string} name @param {object} context @returns {Promise<{ bench: string, rows: Row[], error?: string }>} */
async function runOne(name, context) {
  const bench = name.replace('.bench.mjs', '')
  console.log(`\n${bench}`)
  try {
    const { default: run } = await import(pathToFileURL(join(folder, name)).href)
    /** @type {Row[]} */
    const rows = await run(context)
    for (const row of rows) console.log(line(row))
    return { bench, rows }
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    console.log(`  failed: ${text}`)
    return { bench, rows: [], error: text }
  }
}

/** @param {Row} row */
function line({ name, value, unit = '', target = '', ok }) {
  const figure = `${typeof value === 'number' ? Number(value.toPrecision(4)) : value} ${unit}`
  const verdict = ok === undefined ? '' : ok ? 'ok' : 'MISSED'
  return `  ${name.padEnd(52)} ${figure.padStart(16)}  ${target.padEnd(12)} ${verdict}`.trimEnd()
}

async function buildHeadless() {
  const args = [
    join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    '--config',
    'vite.headless.config.ts',
    '--logLevel',
    'warn',
  ]
  const result = await runCommand(process.execPath, args, { cwd: root })
  if (result.ok && (await statOrNull(headlessFile()))) return
  console.error(`The library for the benches could not be built.\n${lastLines(result.output)}`)
  process.exit(1)
}

function headlessFile() {
  return join(root, 'out', 'headless', 'headless.js')
}

/** The machine's own yardstick: the median time of starting Node and ending at once. */
function nodeStart() {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now()
    execFileSync(process.execPath, ['-e', '0'])
    return performance.now() - start
  })
  return Math.round(times.sort((a, b) => a - b)[2] ?? 0)
}
