import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ElectronApplication } from 'playwright'

/** The longest task of a page, by its thread's processor time and by the clock, in milliseconds. */
export type PageTasks = {
  readonly processor: number
  readonly clock: number
  /** Tasks that took more than 50 ms of processor time. */
  readonly long: number
  /** Processor time of all tasks together. */
  readonly all: number
}

type TraceEvent = {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** What the page's thread did during something, as the browser itself saw it. Other work on the machine counts only by the clock. */
export async function pageTasks(
  app: ElectronApplication,
  folder: string,
  act: () => Promise<void>,
): Promise<PageTasks> {
  await app.evaluate(({ contentTracing }) =>
    contentTracing.startRecording({ included_categories: ['toplevel', '__metadata'] }),
  )
  await act()
  const file = join(folder, 'tasks.json')
  await app.evaluate(({ contentTracing }, to) => contentTracing.stopRecording(to), file)
  const { traceEvents } = JSON.parse(await readFile(file, 'utf8')) as { traceEvents: TraceEvent[] }
  await rm(file)
  return tasksIn(traceEvents)
}

function tasksIn(events: readonly TraceEvent[]): PageTasks {
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  )
  const tasks = events.filter(
    ({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && threads.has(`${pid}/${tid}`),
  )
  const processor = tasks.map(({ tdur = 0 }) => tdur / 1_000)
  return {
    processor: Math.max(0, ...processor),
    clock: Math.max(0, ...tasks.map(({ dur = 0 }) => dur / 1_000)),
    long: processor.filter((time) => time > 50).length,
    all: processor.reduce((sum, time) => sum + time, 0),
  }
}
