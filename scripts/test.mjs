// Runs every part of the tests, also after a failure, and ends with the total.
//   node scripts/test.mjs [all|check|integration|e2e|looks|smoke] [--changed] [part of a test file's name ...]
import { ensureNewerNode } from './setup/newer-node.mjs'
import { createProgress, seconds } from './setup/progress.mjs'
import { endRunningCommands } from './setup/run-command.mjs'
import { setUp } from './setup/set-up.mjs'
import { describeFailure } from './setup/setup-error.mjs'
import { whenNpmEnds } from './setup/when-npm-ends.mjs'
import { isStatic, partsFor } from './test/parts.mjs'
import { total } from './test/reports.mjs'
import { endStreamed } from './test/run-streamed.mjs'

/** @typedef {import('./test/reports.mjs').Count} Count */

/** More than this many failures are one failure, and nobody reads them. */
const namedFailures = 12
const began = performance.now()
const word = process.argv[2] ?? 'all'
const rest = process.argv.slice(3)
const chosen = partsFor(word, {
  files: rest.filter((arg) => !arg.startsWith('--')),
  changed: rest.includes('--changed'),
})
if (!chosen) {
  console.error(`There is no part "${word}". Use: all, check, integration, e2e, looks, smoke.`)
  process.exit(2)
}

let stopped = false
const stop = () => {
  stopped = true
  endRunningCommands()
  endStreamed()
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
whenNpmEnds(stop)

/** @type {Array<Count & { title: string, took?: number }>} */
const counts = []
/** @type {Set<import('./test/parts.mjs').Part>} */
const begun = new Set()
try {
  const ready = await attempt('Set-up', async () => {
    const progress = createProgress()
    await setUp(progress, { whileCompiling: () => runParts(chosen.filter(isStatic)) })
    // Without it one test fails and names the cause; all others can run.
    await ensureNewerNode(progress).catch((error) => console.log(describeFailure(error)))
    return { passed: 0, failed: 0 }
  })
  if (ready.failed > 0) counts.push(ready)
  await runParts(chosen)
} finally {
  console.log(`\n${counts.map(summary).join('\n')}`)
  const missing = [...new Set(counts.flatMap((count) => count.missing ?? []))]
  for (const ran of counts.flatMap((count) => count.everyday ?? []))
    console.log(`everyday commands that work in the sandbox: ${ran}`)
  if (missing.length > 0) console.log(`not on this machine, and not tested: ${missing.join(', ')}`)
  const { passed, failed } = total(counts)
  process.exitCode = failed > 0 ? 1 : 0
  console.log(`${passed} passed, ${failed} failed`)
}

/**
 * Runs parts one after the other, each of them once.
 * @param {readonly import('./test/parts.mjs').Part[]} parts
 */
async function runParts(parts) {
  for (const part of parts) {
    if (begun.has(part)) continue
    begun.add(part)
    counts.push(await attempt(part.title, part.run))
  }
}

/**
 * One part; whatever it throws is its failure and not the end of the run.
 * @param {string} title
 * @param {() => Promise<Count>} run
 */
async function attempt(title, run) {
  if (stopped) return { title, passed: 0, failed: 1, why: 'not run' }
  const start = performance.now()
  console.log(`\n== ${title} (after ${seconds(performance.now() - began)})`)
  try {
    const count = await run()
    if (count.slowest?.length) console.log(`\nSlowest files:\n${count.slowest.join('\n')}`)
    return { title, ...count, took: performance.now() - start }
  } catch (error) {
    console.log(describeFailure(error))
    return { title, passed: 0, failed: 1, why: 'it could not run' }
  }
}

/** @param {Count & { title: string, took?: number }} count */
function summary({ title, passed, failed, why, failures = [], unsteady = [], took }) {
  const verdict = failed > 0 ? 'FAILED' : 'ok'
  const counted = `${verdict.padEnd(7)} ${title}: ${passed} passed, ${failed} failed${why ? ` (${why})` : ''}${took === undefined ? '' : `, ${seconds(took)}`}`
  return [
    counted,
    ...failures.slice(0, namedFailures).map((failure) => `          ${failure}`),
    ...unsteady.slice(0, namedFailures).map((story) => `unsteady  ${story}`),
  ].join('\n')
}
