import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { AfterKillSaid } from './after-kill.process.ts'
import { median } from './measure.ts'
import { startModel } from './model-process.ts'
import { atMost, type Bench, figure } from './row.ts'

const ROUNDS = 7
/** Agents that have asked their model when the app is killed. */
const STEPS = 20

/**
 * How long the whole app takes from `kill -9` in the middle of a workflow run until an agent that had not run asks its
 * model: start, recovery, resume and the results that are used again. In Node, without a window.
 */
const afterKill: Bench = async ({ root, folder }) => {
  const model = await startModel(root)
  const start = (more: readonly string[]) =>
    fork(join(root, 'out', 'headless', 'after-kill.process.js'), [folder, model.baseUrl, ...more])
  let app = start([])
  const run = await saidOf(app, (said) => ('run' in said ? said.run : null))
  const times: number[] = []
  const starts: number[] = []
  const cpus: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await saidOf(app, (said) => ('asks' in said && said.asks >= STEPS * (round + 1) ? said.asks : null))
    const gone = once(app, 'exit')
    app.kill('SIGKILL')
    await gone
    const began = performance.now()
    app = start([run])
    const ready = saidOf(app, (said) => ('run' in said ? performance.now() - began : null))
    cpus.push(await saidOf(app, (said) => ('asks' in said ? said.cpu : null)))
    times.push(performance.now() - began)
    starts.push(await ready)
  }
  const gone = once(app, 'exit')
  app.kill('SIGKILL')
  await gone
  await model.stop()
  return [
    atMost('kill -9 of the whole app → the first new agent asks its model', median(times), 'ms', 700),
    figure('  of which until the run was taken up again', median(starts), 'ms'),
    figure('  processor time of the new process until then', median(cpus), 'ms'),
  ]
}
export default afterKill

/** The first thing the process says that `find` finds something in. */
function saidOf<T>(app: ChildProcess, find: (said: AfterKillSaid) => T | null): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('The app ended too early.'))
    const hear = (said: unknown) => {
      const found = find(said as AfterKillSaid)
      if (found === null) return
      app.removeListener('message', hear)
      app.removeListener('exit', ended)
      resolve(found)
    }
    app.on('message', hear)
    app.once('exit', ended)
  })
}
