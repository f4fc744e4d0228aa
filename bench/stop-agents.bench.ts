import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { openBenchApp } from './bench-app.ts'
import { median } from './measure.ts'
import { startModel } from './model-process.ts'
import { atMost, type Bench } from './row.ts'

const AGENTS = 50
const REPEATS = 5

/** From the stop of a chat whose agents all run a program to a process table without one of them. */
const stopAgents: Bench = async ({ root, folder }) => {
  const model = await startModel(root)
  const app = await openBenchApp(folder, model.baseUrl, { maxParallel: AGENTS })
  const times: number[] = []
  for (let round = 0; round < REPEATS; round += 1) {
    const { sessionId } = await app.begin(`sleepers ${AGENTS}`, 'bypass')
    await until(() => sleepers() === AGENTS)
    const runId = await app.runOf(sessionId)
    const start = performance.now()
    const stopped = app.stop(sessionId, runId)
    await until(() => sleepers() === 0)
    times.push(performance.now() - start)
    await stopped
  }
  await app.close()
  await model.stop()
  return [
    atMost(
      `stop of ${AGENTS} agents that run programs, to none in the process table`,
      median(times),
      'ms',
      2_000,
    ),
  ]
}
export default stopAgents

/** How many of the programs there are. Nothing else on a machine sleeps for so many seconds. */
function sleepers(): number {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isSleeper(name)).length
}

function isSleeper(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') === 'sleep\u0000600\u0000'
  } catch {
    // It has ended since the folder was read.
    return false
  }
}

async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 120_000
  while (!holds()) {
    if (performance.now() > end) throw new Error('The programs did not come, or did not go.')
    await wait(5)
  }
}
