// Runs every bench/*.bench.ts, each in a process of its own, prints a table and writes out/bench.json. A target
// that is missed is a result like any other; the exit code is 1 only when a bench could not run.
//   npm run bench [-- word ...]   only the benches whose names contain one of the words
//   npm run bench -- --quick      some benches, as far as they get within three minutes
// A run of all benches adds a dated line to docs/performance.md.
import { execFileSync, spawn } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { lineOf, withFullRun } from './bench/full-runs.mjs'
import { missingDesktop } from './session/desktop.mjs'
import { withServices } from './session/service.mjs'
import { statOrNull, writeJson } from './setup/files.mjs'
import { distFolder } from './setup/find-electron.mjs'
import { root } from './setup/paths.mjs'
import { lastLines, runCommand } from './setup/run-command.mjs'
import { setUpOrExit } from './setup/set-up.mjs'

/** @typedef {{ name: string, value: number, unit: string, target?: string, ok?: boolean }} Row */
/** @typedef {{ bench: string, rows: Row[], error?: string }} Result */

/** How long one bench may take, on a slow machine with others at work. */
const LIMIT_MS = 8 * 60_000

/** What a quick run measures, in this order, and when it begins no further bench. */
const QUICK = [
  'chat-lists',
  'stream',
  'context',
  'verdicts',
  'open-session',
  'chats',
  'tool-rounds',
  'appends',
]
const QUICK_MS = 150_000

const began = performance.now()
const loadBefore = loadavg()[0] ?? 0
const isQuick = process.argv.includes('--quick')
const only = process.argv.slice(2).filter((word) => word !== '--quick')
const names = (await readdir(join(root, 'bench')))
  .filter((name) => name.endsWith('.bench.ts'))
  .filter((name) => only.length === 0 || only.some((word) => name.includes(word)))
  .map((name) => name.replace(/\.ts$/, ''))
  .filter((name) => !isQuick || QUICK.includes(name.replace('.bench', '')))
  .sort((left, right) => (isQuick ? quickPlace(left) - quickPlace(right) : left < right ? -1 : 1))
if (names.length === 0) {
  console.log(`No bench is named like ${only.join(', ')}.`)
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
const missed = results.flatMap(({ rows }) => rows).filter((row) => row.ok === false).length
console.log(
  `\nNode ${machine.node}, Electron ${machine.electron}, ${machine.cpus} cores. node -e 0 takes ${machine.nodeStartMs} ms here.`,
)
console.log(`${missed === 0 ? 'No target' : missed} missed. out/bench.json has it all.`)
if (!isQuick && only.length === 0) await noteFullRun()
process.exit(results.some(({ error }) => error !== undefined) ? 1 : 0)

/** @param {Record<string, string>} extra */
async function runAll(extra) {
  const results = []
  for (const name of names) {
    if (isQuick && performance.now() - began > QUICK_MS)
      console.log(`\n${name}\n  left out: three minutes are over`)
    else results.push(await runOne(name, extra))
  }
  return results
}

/** @param {string} name */
function quickPlace(name) {
  return QUICK.indexOf(name.replace('.bench', ''))
}

/** Adds the line of this run to the document. */
async function noteFullRun() {
  const file = join(root, 'docs', 'performance.md')
  const load = /** @type {const} */ ([loadBefore, loadavg()[0] ?? 0])
  const line = lineOf(results, { at: new Date(), load, node: machine.node, electron: machine.electron })
  await writeFile(file, withFullRun(await readFile(file, 'utf8'), line))
  console.log('docs/performance.md has a line about this run.')
}

/** @param {string} name @param {Record<string, string>} extra @returns {Promise<Result>} */
async function runOne(name, extra) {
  const bench = name.replace('.bench', '')
  console.log(`\n${bench}`)
  const folder = join(root, 'out', 'bench', bench)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const answer = join(root, 'out', 'bench', `${bench}.json`)
  const context = JSON.stringify({ root, electron: runtime.executable, folder })
  const args = [
    join(root, 'bench', 'run-one.mjs'),
    join(root, 'out', 'headless', `${name}.js`),
    context,
    answer,
  ]
  try {
    await spawned(args, extra)
    /** @type {Row[]} */
    const rows = JSON.parse(await readFile(answer, 'utf8'))
    for (const row of rows) console.log(line(row))
    return { bench, rows }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    console.log(`  ${text}`)
    return { bench, rows: [], error: text }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    await rm(answer, { force: true })
  }
}

/** @param {readonly string[]} args @param {Record<string, string>} extra @returns {Promise<void>} */
function spawned(args, extra) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...extra },
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: LIMIT_MS,
    })
    child.once('error', fail)
    child.once('exit', (code, signal) => {
      if (code === 0) done()
      else fail(new Error(`This bench could not run: it ended with ${signal ?? code}.`))
    })
  })
}

/** @param {Row} row */
function line({ name, value, unit, target = '', ok }) {
  const figure = `${rounded(value)} ${unit}`
  const verdict = ok === undefined ? '' : ok ? 'ok' : 'missed'
  return `  ${name.padEnd(52)} ${figure.padStart(16)}  ${target.padEnd(12)} ${verdict}`.trimEnd()
}

/** Three digits that count, without an exponent. @param {number} value */
function rounded(value) {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
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
  if (result.ok && (await statOrNull(join(root, 'out', 'headless', 'headless.js')))) return
  console.error(`The library for the benches could not be built.\n${lastLines(result.output)}`)
  process.exit(1)
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
