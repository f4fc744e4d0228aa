import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchFiles } from './bench-app.ts'
import type { CallCase } from './harness/call-case.ts'
import { CALL_CASES } from './harness/call-cases.ts'
import { createCallRunner } from './harness/calls.ts'
import { GUARD_CASES, GUARD_CONTROLS } from './harness/content-guards.ts'
import { runDay } from './harness/day.ts'
import { runEstimates } from './harness/estimates.ts'
import { runFamilyPart } from './harness/family-part.ts'
import { firstRequestTokens } from './harness/first-request.ts'
import { generatedCalls } from './harness/generated-calls.ts'
import { type Alarms, runHistory } from './harness/history.ts'
import { openLab } from './harness/lab.ts'
import { readSources, runEditCases, runTextSlips } from './harness/matcher.ts'
import { writeMisses } from './harness/misses.ts'
import { PROFILES } from './harness/profiles.ts'
import { OTHER_PROTOCOLS, type OtherProtocol } from './harness/protocols/read-asked.ts'
import { readReplays } from './harness/replays.ts'
import { runStubborn } from './harness/stubborn.ts'
import { createTally, type Tally } from './harness/tally.ts'
import {
  dayRows,
  estimateRows,
  familyPartRows,
  protocolRows,
  stubbornRows,
  taskMisses,
  taskRows,
} from './harness/task-rows.ts'
import { runTasks, type TaskRuns } from './harness/task-runs.ts'
import { TASKS } from './harness/tasks.ts'
import { runToolSearch } from './harness/tool-search.ts'
import { atLeast, atMost, type Bench, figure, type Row } from './row.ts'

/** How often each scripted model does each task. */
const SEEDS = 4

/**
 * How much of what imperfect models write the app carries out as it is meant. No real model is asked, nothing depends
 * on how fast the machine is, and every run takes the same choices.
 */
const harness: Bench = async ({ root }) => {
  // Outside the repository, whose own rules every chat would be given.
  const folder = await mkdtemp(join(tmpdir(), 'orrery-harness-'))
  const edits = { written: runEditCases(), generated: runTextSlips(await readSources(root)) }
  const calls = await runCalls(folder, await readReplays(root))
  const tasks = await runTasks(join(folder, 'tasks'), TASKS, { seeds: SEEDS, files: benchFiles })
  const others = await overOthers(folder)
  const family = familyPartRows(await runFamilyPart(join(folder, 'family'), TASKS, { files: benchFiles }))
  const further = [...historyRows(await runHistory(root)), ...(await inOneApp(folder))]
  const misses = [tasks, ...others.map(({ runs }) => runs)].flatMap(taskMisses)
  await writeMisses(root, { ...prefixed('edits', edits), ...prefixed('calls', calls) }, misses)
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  const ofOthers = others.flatMap(({ protocol, runs }) => protocolRows(protocol, runs))
  return [
    ...editRows(edits),
    ...callRows(calls),
    ...taskRows(tasks),
    ...ofOthers,
    ...family,
    ...further,
    ...searchRows(),
  ]
}
export default harness

/** Runs all tasks over the other protocols, whose servers have slips of their own. */
async function overOthers(folder: string) {
  const profiles = PROFILES.filter(({ name }) => name === 'middle')
  const found: { protocol: OtherProtocol; runs: TaskRuns }[] = []
  for (const protocol of OTHER_PROTOCOLS) {
    const options = { seeds: 1, files: benchFiles, profiles, protocol }
    found.push({ protocol, runs: await runTasks(join(folder, protocol), TASKS, options) })
  }
  return found
}

function editRows({ written, generated }: { readonly written: Tally; readonly generated: Tally }): Row[] {
  return [
    atLeast(`edits with a slip, right (${generated.total()})`, percent(generated, 'right'), '%', 95),
    figure('  refused', percent(generated, 'refused'), '%'),
    atMost('  wrong', percent(generated, 'wrong'), '%', 0.5),
    atLeast(`written edits, right (${written.total()})`, written.count('right'), '', 39),
    atMost('  wrong', written.count('wrong'), '', 0),
  ]
}

/** Builds the line about the guards on new text, applied to the history of the repository. */
function historyRows({ checked, alarms }: Alarms): Row[] {
  return [
    atMost(
      `false alarms of the guards in real changes (${checked})`,
      alarms.length,
      '',
      Math.floor(checked / 2_000),
    ),
  ]
}

async function inOneApp(folder: string): Promise<Row[]> {
  const lab = await openLab(join(folder, 'chats'), benchFiles)
  const [large, tiny] = [await firstRequestTokens(lab, 'large'), await firstRequestTokens(lab, 'tiny')]
  const rows = [
    ...stubbornRows(await runStubborn(lab)),
    ...dayRows(await runDay(lab)),
    ...estimateRows(await runEstimates(lab)),
    atMost('first request', large, 'tokens', 4_400),
    atMost('  in a window of 8,192', tiny, 'tokens', 1_500),
  ]
  await lab.close()
  return rows
}

/** Builds the lines about the search among 200 tools. Nothing was tuned for the questions that were written later. */
function searchRows(): Row[] {
  const { byRule, people, later } = runToolSearch()
  return [
    atLeast('tools among the first three, by rule (40)', byRule, '%', 95),
    atLeast('  asked as people do (60)', people, '%', 80),
    figure('  written after the ranking (20)', later, '%'),
  ]
}

type CallTallies = Awaited<ReturnType<typeof runCalls>>

async function runCalls(folder: string, replays: readonly CallCase[]) {
  const lab = await openLab(join(folder, 'calls'), benchFiles)
  const runner = await createCallRunner(lab)
  const all = async (cases: readonly CallCase[]) => {
    const tally = createTally()
    for (const each of cases) await runner.run(tally, each)
    return tally
  }
  const tallies = {
    clear: await all(CALL_CASES.filter(({ meant }) => meant !== null)),
    hints: await all(CALL_CASES.filter(({ meant }) => meant === null)),
    generated: await all(generatedCalls()),
    replays: await all(replays),
    guards: await all(GUARD_CASES),
    controls: await all(GUARD_CONTROLS),
  }
  await lab.close()
  return tallies
}

function callRows({ clear, hints, generated, replays, guards, controls }: CallTallies): Row[] {
  const damaged = guards.count('wrong')
  return [
    atLeast(`written calls, done as meant (${clear.total()})`, percent(clear, 'right'), '%', 90),
    atMost('  wrong', clear.count('wrong'), '', 0),
    atLeast(
      `  hopeless ones, answered with the fix (${hints.total()})`,
      hints.count('right'),
      '',
      hints.total(),
    ),
    atLeast(`generated calls, done as meant (${generated.total()})`, percent(generated, 'right'), '%', 90),
    atMost('  wrong', generated.count('wrong'), '', 0),
    atLeast(`replays, done as meant (${replays.total()})`, percent(replays, 'right'), '%', 90),
    atMost('  wrong', replays.count('wrong'), '', 0),
    atLeast(
      `content that destroys a file, kept out (${guards.total()})`,
      guards.total() - damaged,
      '',
      guards.total(),
    ),
    atLeast(
      `  content that only looks like it, taken (${controls.total()})`,
      controls.count('right'),
      '',
      controls.total(),
    ),
  ]
}

function percent(tally: Tally, outcome: 'right' | 'refused' | 'wrong'): number {
  return Math.round(tally.percent(outcome) * 10) / 10
}

function prefixed(name: string, tallies: Readonly<Record<string, Tally>>): Record<string, Tally> {
  return Object.fromEntries(Object.entries(tallies).map(([key, tally]) => [`${name}, ${key}`, tally]))
}
