import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openBenchApp } from './bench-app.ts'
import { startModel } from './model-process.ts'
import { atMost, type Bench } from './row.ts'

/** As many as one team holds. */
const TEAMMATES = 50

/** What everybody in a team of 50 holds on to after a first turn, while nothing comes for them. */
const idleTeammates: Bench = async ({ root, folder }) => {
  const model = await startModel(root)
  const app = await openBenchApp(folder, model.baseUrl)
  const rest = async (teams: number): Promise<number> => {
    await app.say(`teammates ${TEAMMATES}`)
    await until(async () => {
      const agents = await app.agents()
      return agents.length === teams * TEAMMATES && agents.every(({ state }) => state === 'done')
    })
    return restingMiB()
  }
  // The first team loads what all of them share.
  const before = await rest(1)
  const after = await rest(2)
  await app.close()
  await model.stop()
  return [atMost('memory per idle teammate', (after - before) / TEAMMATES, 'MiB', 3)]
}
export default idleTeammates

/** What this process has in memory once nothing is left that could be thrown away. */
function restingMiB(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  const [, kib = 'NaN'] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/smaps_rollup', 'utf8')) ?? []
  return Number(kib) / 1_024
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 240_000
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('The teammates did not come to rest.')
    await wait(50)
  }
}
