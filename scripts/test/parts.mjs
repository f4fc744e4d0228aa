import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { forgetBuild } from '../setup/app-build.mjs'
import { readJson } from '../setup/files.mjs'
import { root } from '../setup/paths.mjs'
import { changedFiles, lintable, testsBeside } from './changed-files.mjs'
import { runEndToEnd } from './end-to-end.mjs'
import {
  countCheck,
  countReport,
  everydayIn,
  failedFiles,
  failuresIn,
  missingIn,
  slowestIn,
  withSecondTry,
} from './reports.mjs'
import { runNode } from './run-streamed.mjs'
import { SMOKE_STORIES } from './smoke-stories.mjs'

/**
 * One part of a test run.
 * @typedef {import('./reports.mjs').Count} Count
 * @typedef {{ name: string, title: string, run(): Promise<Count> }} Part
 */

/** The checks that read the sources and need nothing but the npm packages. */
const STATIC = ['lint', 'types', 'layers', 'dead']

/**
 * What is asked for on the command line.
 * @typedef {{ files?: readonly string[], changed?: boolean }} Selection
 */

const minute = 60_000
/** Chance does not break more files than this. */
const triedTwiceAtMost = 3
/** Folders of the unit tests. Those of whole parts of the app, `test/integration`, are a part of their own. */
const unitFolders = ['src', 'scripts', 'test/house', 'test/contract', 'test/migrations']
/** Ends what hangs; two cores need far less. */
const testsTakeAtMost = 45 * minute
const tool = (/** @type {string} */ path) => join(root, 'node_modules', path)
const script = (/** @type {string} */ name) => join(root, 'scripts', name)

/**
 * The parts a word on the command line names, or null.
 * @param {string} word `all`, `check`, `integration`, `e2e`, `looks` or `smoke`
 * @param {Selection} selection
 * @returns {readonly Part[] | null}
 */
export function partsFor(word, { files = [], changed = false } = {}) {
  const checks = changed ? changedChecks() : allChecks(files)
  switch (word) {
    case 'all':
      return [
        ...checks,
        integration(files),
        build,
        sample,
        looks(files, WITHOUT_PICTURES),
        stories(files, WITHOUT_PICTURES),
      ]
    case 'check':
      return checks
    case 'integration':
      return [integration(files)]
    case 'e2e':
      return [build, stories(files)]
    case 'looks':
      return [sample, looks(files)]
    case 'smoke':
      return [build, smoke]
    default:
      return null
  }
}

/** @param {Part} part */
export const isStatic = ({ name }) => STATIC.includes(name)

/** @param {readonly string[]} files @returns {readonly Part[]} */
const allChecks = (files) => [
  check('lint', 'Lint (biome)', [tool('@biomejs/biome/bin/biome'), 'check', '.']),
  types,
  layers,
  check('dead', 'Dead code (knip)', [tool('knip/bin/knip.js')]),
  unitTests(files),
]

/**
 * The same gate for the changed files. Types, layers and house rules read everything, because a change breaks them
 * elsewhere. Of the tests, those in threads run that import a changed file, and those with a process next to
 * one: all that import it would take minutes.
 * @returns {readonly Part[]}
 */
function changedChecks() {
  const files = changedFiles()
  const house = ['test/house', 'test/contract']
  const lint = lintable(files)
  const own = testsBeside(files)
  return [
    ...(lint.length > 0
      ? [check('lint', 'Lint of changed files (biome)', [tool('@biomejs/biome/bin/biome'), 'check', ...lint])]
      : []),
    types,
    layers,
    vitest('house', 'House rules and contract', ['run', ...house], runUnits),
    ...(files.length > 0 ? [vitest('unit', 'Tests that import changed files', pure(files), runUnits)] : []),
    ...(own.length > 0
      ? [vitest('own', 'Tests of changed files that need a process', withProcess(own), runUnits)]
      : []),
  ]
}

/** @param {readonly string[]} files */
const pure = (files) => ['related', '--run', '--passWithNoTests', '--project=pure', ...files]
/** @param {readonly string[]} files */
const withProcess = (files) => ['run', '--passWithNoTests', '--project=!pure', ...files]

const types = check('types', 'Types (tsc)', [script('types.mjs')])
const layers = check('layers', 'Layers (dependency-cruiser)', [script('layers.mjs')])

/** @type {Part} */
const build = {
  name: 'build',
  title: 'Build',
  run: async () => {
    await forgetBuild()
    return countCheck(await runNode([script('build.mjs')], { timeoutMs: 10 * minute }))
  },
}

/** The window over sample data, which the looks open. */
const sample = check('sample', 'Build of the window over sample data', [
  tool('vite/bin/vite.js'),
  ...['build', '--config', join(root, 'test/sample/vite.config.ts'), '--logLevel', 'error'],
])

/**
 * The unit tests, or every test without a window whose file name contains one of the words.
 * @param {readonly string[]} files
 * @returns {Part}
 */
function unitTests(files) {
  return vitest('unit', 'Unit tests', ['run', ...(files.length > 0 ? files : unitFolders)], runUnits)
}

/**
 * Whole parts of the app without a window, real programs and servers. They take twice as long as the unit tests, so
 * `check` leaves them out. See `docs/decisions/0104`.
 * @param {readonly string[]} files
 * @returns {Part}
 */
function integration(files) {
  const chosen = files.length > 0 ? files : ['test/integration']
  return vitest('integration', 'Integration tests', ['run', ...chosen], runUnits)
}

/**
 * A whole run would take 1,000 pictures that are not opened; failed stories leave theirs all the same. States that only
 * stories reach are examined in one look there. The suite of looks visits every screen in all four.
 */
const WITHOUT_PICTURES = { ORRERY_TEST_SCREENS: 'unpictured' }

/** @param {readonly string[]} files @param {Record<string, string>} [env] @returns {Part} */
const stories = (files, env) => inElectron('e2e', 'End to end in Electron', files, env)
/** @param {readonly string[]} files @param {Record<string, string>} [env] @returns {Part} */
const looks = (files, env) => inElectron('looks', 'Looks of every screen in Electron', files, env)
// A smoke test looks at behaviour only.
const smoke = inElectron('e2e', 'Smoke test in Electron', SMOKE_STORIES, { ORRERY_TEST_SCREENS: 'none' })

/**
 * Stories that run at once share the cores. Up to three files that fail are therefore run once more, alone. A file counts
 * by its second try; what passes only then is listed as unsteady. See `docs/decisions/0080`.
 * @param {'e2e' | 'looks'} name of the report and of the settings of Vitest
 * @param {string} title
 * @param {readonly string[]} files
 * @param {Record<string, string>} env
 * @returns {Part}
 */
function inElectron(name, title, files, env = {}) {
  /** @param {string} report @param {readonly string[]} chosen @param {number} [desktops] */
  const run = (report, chosen, desktops) =>
    runVitest(report, ['run', '--config', `vitest.${name}.config.ts`, ...chosen], (args, timeoutMs) =>
      runEndToEnd(args, timeoutMs, env, desktops),
    )
  return {
    name,
    title,
    run: async () => {
      const first = await run(name, files)
      const failed = failedFiles(first.report)
      if (failed.length === 0 || failed.length > triedTwiceAtMost) return countRun(first)
      console.log(`\nOnce more, alone: ${failed.join(', ')}`)
      const second = await run(`${name}-second`, failed, 1)
      const count = countRun({ report: withSecondTry(first.report, second.report), ok: second.ok })
      const stillFailed = new Set(failedFiles(second.report))
      const unsteady = second.report === null ? [] : failed.filter((file) => !stillFailed.has(file))
      return {
        ...count,
        unsteady: failuresIn(first.report).filter((line) => unsteady.some((file) => line.startsWith(file))),
      }
    },
  }
}

/** @param {readonly string[]} args @param {number} timeoutMs */
function runUnits(args, timeoutMs) {
  return runNode(args, { timeoutMs })
}

/** @param {string} name @param {string} title @param {readonly string[]} args @returns {Part} */
function check(name, title, args) {
  return { name, title, run: async () => countCheck(await runNode(args, { timeoutMs: 10 * minute })) }
}

/**
 * A part that vitest runs and reports on.
 * @param {string} name of the report
 * @param {string} title
 * @param {readonly string[]} command of vitest
 * @param {Start} start
 * @returns {Part}
 */
function vitest(name, title, command, start) {
  const mayBeEmpty = command.includes('--passWithNoTests')
  return {
    name,
    title,
    run: async () => {
      const run = await runVitest(name, command, start)
      if (mayBeEmpty && run.ok && run.report?.testResults?.length === 0) return { passed: 0, failed: 0 }
      return countRun(run)
    },
  }
}

/**
 * Runs vitest and reads its report.
 * @typedef {(args: readonly string[], timeoutMs: number) => Promise<boolean>} Start
 * @typedef {{ report: any, ok: boolean }} Run the parsed report, or null when there is none
 * @param {string} name of the report
 * @param {readonly string[]} command
 * @param {Start} start
 * @returns {Promise<Run>}
 */
async function runVitest(name, command, start) {
  const path = join(root, 'out', 'reports', `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  // A report of an earlier run must not count for this one.
  await rm(path, { force: true })
  const ok = await start([tool('vitest/vitest.mjs'), ...command, ...reporters], testsTakeAtMost)
  return { report: await readJson(path), ok }
}

/** @param {Run} run @returns {Count} */
function countRun({ report, ok }) {
  return {
    ...countReport(report, ok),
    failures: failuresIn(report),
    slowest: slowestIn(report),
    missing: missingIn(report),
    everyday: everydayIn(report),
  }
}
