import { setImmediate as nextTurn } from 'node:timers/promises'

/** The tasks of this thread while something was measured, in milliseconds. */
export type MainTasks = { readonly longest: number; readonly longestCpu: number }

/**
 * Measures the longest task of this thread while `act` runs: the longest time between two turns of the event loop, by
 * the clock and in processor time. Other load can only raise the first. Processor time includes the threads of the
 * process, so the smaller of the two is the fair one.
 */
export async function tasksDuring(act: () => Promise<unknown>): Promise<MainTasks> {
  let done = false
  const tasks = { longest: 0, longestCpu: 0 }
  const watching = (async () => {
    while (!done) {
      const start = performance.now()
      const cpu = process.cpuUsage()
      await nextTurn()
      const { user, system } = process.cpuUsage(cpu)
      const took = performance.now() - start
      tasks.longest = Math.max(tasks.longest, took)
      tasks.longestCpu = Math.max(tasks.longestCpu, Math.min(took, (user + system) / 1_000))
    }
  })()
  await act().finally(() => {
    done = true
  })
  await watching
  return tasks
}
