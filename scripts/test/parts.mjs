import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { forgetBuild } from '../setup/app-build.mjs'
import { readJson } from '../setup/files.mjs'
import { root } from '../setup/paths.mjs'
import { runEndToEnd } from './end-to-end.mjs'
import { countCheck, countReport, failuresIn } from './reports.mjs'
import { runNode } from './run-streamed.mjs'

/**
 * @typedef {import('./reports.mjs').Count} Count
 * @typedef {{ name: string, title: string, run(): Promise<Count> }} Part
 */

const minute = 60_000
// Half an hour is what a machine of two cores needs for the stories when nothing else is at work.
const testsTakeAtMost = 45 * minute
const tool = (/** @type {string} */ path) => join(root, 'node_modules', path)
const script = (/** @type {string} */ name) => join(root, 'scripts', name)

/** Every part of `npm test`, in the order they run. @param {readonly string[]} files @returns {readonly Part[]} */
const partsWith = (files) => [
  check('lint', 'Lint (biome)', [tool('@biomejs/biome/bin/biome'), 'check', '.']),
  check('types', 'Types (tsc)', [script('types.mjs')]),
  check('layers', 'Layers (dependency-cruiser)', [script('layers.mjs')]),
  check('dead', 'Dead code (knip)', [tool('knip/bin/knip.js')]),
  tests('unit', 'Unit and integration tests', files, (args, timeoutMs) => runNode(args, { timeoutMs })),
  check('build', 'Build', [script('build.mjs')]),
  tests('e2e', 'End to end in Electron', files, runEndToEnd),
]

const selections = {
  all: partsWith([]).map(({ name }) => name),
  check: ['lint', 'types', 'layers', 'dead', 'unit'],
  e2e: ['build', 'e2e'],
}

/**
 * The parts a word on the command line stands for, or null. Further words select test files by name.
 * @param {string} word
 * @param {readonly string[]} files
 */
export function partsFor(word, files = []) {
  const names = /** @type {Record<string, readonly string[]>} */ (selections)[word]
  return names ? partsWith(files).filter(({ name }) => names.includes(name)) : null
}

/** @param {string} name @param {string} title @param {readonly string[]} args @returns {Part} */
function check(name, title, args) {
  return {
    name,
    title,
    run: async () => {
      if (name === 'build') await forgetBuild()
      return countCheck(await runNode(args, { timeoutMs: 10 * minute }))
    },
  }
}

/**
 * @param {string} name
 * @param {string} title
 * @param {readonly string[]} files parts of the names of the test files to run; none runs all
 * @param {(args: readonly string[], timeoutMs: number) => Promise<boolean>} start
 * @returns {Part}
 */
function tests(name, title, files, start) {
  const report = join(root, 'out', 'reports', `${name}.json`)
  const config = name === 'e2e' ? ['--config', 'vitest.e2e.config.ts'] : []
  const args = [
    tool('vitest/vitest.mjs'),
    'run',
    ...config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ]
  return {
    name,
    title,
    run: async () => {
      // A report of an earlier run must not speak for this one.
      await rm(report, { force: true })
      const ok = await start(args, testsTakeAtMost)
      const said = await readJson(report)
      return { ...countReport(said, ok), failures: failuresIn(said) }
    },
  }
}
