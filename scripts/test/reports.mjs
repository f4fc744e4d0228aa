import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * What a part of the tests came to. `why` is said when something other than a single test failed.
 * @typedef {{ passed: number, failed: number, why?: string, failures?: readonly string[], slowest?: readonly string[], unsteady?: readonly string[], missing?: readonly string[], everyday?: readonly string[] }} Count
 */

/** A check is one test. @param {boolean} ok @returns {Count} */
export function countCheck(ok) {
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/**
 * Counts a vitest report. Skipped and unfinished tests count as failed, a file that could not be loaded as
 * one failed test, and so does a run that ended badly without a failed test to show for it.
 * @param {any} report the parsed report, or null when there is none
 * @param {boolean} exitedWell
 * @returns {Count}
 */
export function countReport(report, exitedWell) {
  if (!Array.isArray(report?.testResults)) return { passed: 0, failed: 1, why: 'it wrote no report' }
  const tests = report.testResults.flatMap((/** @type {any} */ file) => file.assertionResults)
  const passed = tests.filter((/** @type {any} */ test) => test.status === 'passed').length
  const broken = report.testResults.filter(
    (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.every(isFine),
  ).length
  const skipped = tests.filter((/** @type {any} */ test) => isSkipped(test)).length
  const failed = tests.length - passed + broken
  if (tests.length === 0) return { passed: 0, failed: Math.max(1, broken), why: 'it ran no test' }
  if (failed === 0 && !exitedWell)
    return { passed, failed: 1, why: 'it ended badly although every test passed' }
  return { passed, failed, ...reason(broken, skipped) }
}

/** @param {number} broken @param {number} skipped */
function reason(broken, skipped) {
  const parts = []
  if (broken > 0) parts.push(`${broken} ${broken === 1 ? 'file' : 'files'} could not be loaded or cleaned up`)
  if (skipped > 0) parts.push(`${skipped} skipped`)
  return parts.length > 0 ? { why: parts.join(', ') } : {}
}

/**
 * The files in which a test failed, or that failed as a whole.
 * @param {any} report the parsed report, or null when there is none
 * @returns {readonly string[]} paths relative to the working folder
 */
export function failedFiles(report) {
  if (!Array.isArray(report?.testResults)) return []
  return report.testResults
    .filter((/** @type {any} */ file) => file.status === 'failed')
    .map((/** @type {any} */ file) => relative('', file.name))
}

/**
 * A report in which the files of a second one take the place of the same files.
 * @param {any} report
 * @param {any} second null keeps the report as it is
 */
export function withSecondTry(report, second) {
  if (!Array.isArray(second?.testResults)) return report
  const again = new Map(second.testResults.map((/** @type {any} */ file) => [file.name, file]))
  return {
    ...report,
    testResults: report.testResults.map((/** @type {any} */ file) => again.get(file.name) ?? file),
  }
}

/** @param {any} test */
function isFine(test) {
  return test.status !== 'failed'
}

/** @param {any} test */
function isSkipped(test) {
  return !['passed', 'failed'].includes(test.status)
}

/**
 * What failed and the first line of why, so that the end of a long run says what to look at.
 * @param {any} report the parsed report, or null when there is none
 * @returns {readonly string[]}
 */
export function failuresIn(report) {
  if (!Array.isArray(report?.testResults)) return []
  return report.testResults.flatMap((/** @type {any} */ file) => {
    const failed = file.assertionResults.filter((/** @type {any} */ test) => test.status !== 'passed')
    const path = relative('', file.name)
    if (failed.length === 0) return file.status === 'failed' ? [line(path, file.message)] : []
    return failed.map((/** @type {any} */ test) =>
      line(`${path} › ${test.fullName}`, test.failureMessages?.[0]),
    )
  })
}

/** @param {string} where @param {string | undefined} message */
function line(where, message) {
  const why = stripVTControlCharacters(message ?? '').split('\n', 1)[0]
  return why ? `${where}: ${why.slice(0, 300)}` : where
}

/**
 * The files that took longest, with their seconds.
 * @param {any} report the parsed report, or null when there is none
 * @param {number} count
 * @returns {readonly string[]}
 */
export function slowestIn(report, count = 10) {
  if (!Array.isArray(report?.testResults)) return []
  return report.testResults
    .map((/** @type {any} */ file) => ({ path: relative('', file.name), ms: file.endTime - file.startTime }))
    .sort((/** @type {{ ms: number }} */ a, /** @type {{ ms: number }} */ b) => b.ms - a.ms)
    .slice(0, count)
    .map(
      (/** @type {{ path: string, ms: number }} */ { path, ms }) =>
        `${(ms / 1000).toFixed(1).padStart(6)} s  ${path}`,
    )
}

/** @param {readonly Count[]} counts @returns {Count} */
export function total(counts) {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  }
}

/**
 * The toolchains that tests name as missing on this machine, so that the end of a run says what it did not cover.
 * @param {any} report the parsed report, or null when there is none
 * @returns {readonly string[]}
 */
export function missingIn(report) {
  if (!Array.isArray(report?.testResults)) return []
  return report.testResults
    .flatMap((/** @type {any} */ file) => file.assertionResults)
    .flatMap(
      (/** @type {any} */ test) => /; not there: (.+)$/.exec(test.fullName ?? '')?.[1]?.split(', ') ?? [],
    )
}

/**
 * How many of the everyday commands ran in the sandbox, with the programs that were there, for the end of a run.
 * @param {any} report the parsed report, or null when there is none
 * @returns {readonly string[]}
 */
export function everydayIn(report) {
  if (!Array.isArray(report?.testResults)) return []
  return report.testResults
    .flatMap((/** @type {any} */ file) => file.assertionResults)
    .flatMap((/** @type {any} */ test) => /; run here: ([^;]+)/.exec(test.fullName ?? '')?.[1] ?? [])
}
