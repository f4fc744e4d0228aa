import { expect, it } from 'vitest'
import {
  countCheck,
  countReport,
  everydayIn,
  failedFiles,
  failuresIn,
  missingIn,
  slowestIn,
  total,
  withSecondTry,
} from './reports.mjs'

const file = (/** @type {string[]} */ statuses, status = 'passed') => ({
  status,
  assertionResults: statuses.map((each) => ({ status: each })),
})
const report = (/** @type {object[]} */ ...testResults) => ({ testResults })

it('counts passed and failed tests', () => {
  const counted = countReport(report(file(['passed', 'passed']), file(['failed', 'passed'], 'failed')), false)
  expect(counted).toEqual({ passed: 3, failed: 1 })
})

it('counts what was skipped or left to do as failed', () => {
  const counted = countReport(report(file(['passed', 'skipped', 'todo', 'pending'])), true)
  expect(counted).toEqual({ passed: 1, failed: 3, why: '3 skipped' })
})

it('counts a file that could not be loaded as one failed test', () => {
  const counted = countReport(report(file(['passed']), file([], 'failed')), false)
  expect(counted).toEqual({ passed: 1, failed: 1, why: '1 file could not be loaded or cleaned up' })
})

it('fails without a report, without tests, and when the run ended badly', () => {
  expect(countReport(null, true)).toEqual({ passed: 0, failed: 1, why: 'it wrote no report' })
  expect(countReport(report(), true)).toEqual({ passed: 0, failed: 1, why: 'it ran no test' })
  expect(countReport(report(file(['passed'])), false)).toMatchObject({ passed: 1, failed: 1 })
})

it('names what failed with the first line of why', () => {
  const test = (/** @type {string} */ status, /** @type {string} */ why) => ({
    status,
    fullName: `a story ${status}`,
    failureMessages: why ? [why] : [],
  })
  const wrong = [
    test('passed', ''),
    test('failed', '\u001b[31mError: no\u001b[39m\n  at here'),
    test('skipped', ''),
  ]
  const files = [
    { name: 'one.ts', status: 'failed', assertionResults: wrong },
    { name: 'two.ts', status: 'failed', message: 'Cannot load it.', assertionResults: [] },
    { name: 'three.ts', status: 'passed', assertionResults: [test('passed', '')] },
  ]
  expect(failuresIn(report(...files))).toEqual([
    'one.ts › a story failed: Error: no',
    'one.ts › a story skipped',
    'two.ts: Cannot load it.',
  ])
  expect(failuresIn(null)).toEqual([])
})

it('lists the slowest files first', () => {
  const timed = (/** @type {string} */ name, /** @type {number} */ ms) => ({
    name,
    startTime: 1000,
    endTime: 1000 + ms,
  })
  const all = report(timed('quick.ts', 20), timed('slow.ts', 12_340), timed('middle.ts', 900))
  expect(slowestIn(all, 2)).toEqual(['  12.3 s  slow.ts', '   0.9 s  middle.ts'])
  expect(slowestIn(null)).toEqual([])
})

it('adds up', () => {
  expect(total([countCheck(true), countCheck(false), { passed: 5, failed: 2 }])).toEqual({
    passed: 6,
    failed: 3,
  })
})

it('counts a file by its second try, and only by one that was made', () => {
  const named = (/** @type {string} */ name, /** @type {string} */ status) => ({
    ...file([status], status),
    name,
  })
  const first = report(named('one.ts', 'passed'), named('two.ts', 'failed'), named('three.ts', 'failed'))
  expect(failedFiles(first)).toEqual(['two.ts', 'three.ts'])
  const second = report(named('two.ts', 'passed'), named('three.ts', 'failed'))
  expect(failedFiles(withSecondTry(first, second))).toEqual(['three.ts'])
  expect(countReport(withSecondTry(first, second), false)).toEqual({ passed: 2, failed: 1 })
  expect(withSecondTry(first, null)).toBe(first)
  expect(failedFiles(null)).toEqual([])
})

it('names the toolchains that were not there', () => {
  const named = { status: 'passed', fullName: 'everyday knows forty commands; not there: cargo, go' }
  const other = { status: 'passed', fullName: 'everyday knows forty commands' }
  const files = report({ assertionResults: [named, other] }, { assertionResults: [{ status: 'passed' }] })
  expect([missingIn(files), missingIn(null)]).toEqual([['cargo', 'go'], []])
})

it('says how many everyday commands ran', () => {
  const fullName = 'everyday knows 41 commands; run here: 40 of 41 (go, npm); not there: cargo'
  const files = report({ assertionResults: [{ status: 'passed', fullName }] })
  expect([everydayIn(files), missingIn(files), everydayIn(null)]).toEqual([
    ['40 of 41 (go, npm)'],
    ['cargo'],
    [],
  ])
})
