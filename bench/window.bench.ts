import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openBenchApp } from './bench-app.ts'
import { type Opened, openElectron } from './electron-app.ts'
import { median, sideBySide } from './measure.ts'
import { startModel } from './model-process.ts'
import { pssOf, sleepsOf, treeOf } from './process-tree.ts'
import { atMost, type Bench, type BenchContext, figure, type Row } from './row.ts'

const SETTLE_MS = 6_000
const IDLE_MS = 10_000

/** The app against a bare Electron window: how long until one can write, and what it takes while nothing happens. */
const window: Bench = async (context) => {
  const homes = { orrery: await prepare(context), bare: join(context.folder, 'bare') }
  await firstStart(context, homes.orrery)
  const ready = async (which: 'orrery' | 'bare') => {
    const opened = await openElectron(context, which, homes[which])
    await opened.quit()
    return opened.readyMs
  }
  const start = await sideBySide(
    { rounds: 6, warmUp: 1 },
    () => ready('orrery'),
    () => ready('bare'),
  )
  const rows = [
    atMost('start to a usable composer ÷ a bare window', start.ratio, '×', 1.6),
    figure('  start', start.ours, 'ms'),
    figure('  start of the bare window', start.bare, 'ms'),
  ]
  // Only Linux tells what processes share.
  return process.platform === 'linux' ? [...rows, ...(await atRest(context, homes))] : rows
}
export default window

/** A home with one project and one chat in it. */
async function prepare({ root, folder }: BenchContext): Promise<string> {
  const model = await startModel(root)
  const app = await openBenchApp(folder, model.baseUrl)
  await app.say('rounds 3')
  await app.close()
  await model.stop()
  return app.home
}

/** The first start of a version keeps its compiled code; what people meet every day is a later one. */
async function firstStart(context: BenchContext, home: string): Promise<void> {
  const opened = await openElectron(context, 'orrery', home)
  await wait(SETTLE_MS)
  await opened.quit()
}

async function atRest(context: BenchContext, homes: { orrery: string; bare: string }): Promise<Row[]> {
  const ours: Rest[] = []
  const bare: Rest[] = []
  for (let round = 0; round < 3; round += 1) {
    ours.push(await resting(await openElectron(context, 'orrery', homes.orrery), context))
    bare.push(await resting(await openElectron(context, 'bare', homes.bare), context))
  }
  // Round by round, since another Electron on the machine shares pages with both and comes and goes.
  const memory = median(ours.map(({ pss }, round) => pss / (bare[round]?.pss ?? Number.NaN)))
  const mid = (rests: readonly Rest[], key: keyof Rest) => median(rests.map((rest) => rest[key]))
  return [
    atMost('memory at rest (PSS) ÷ a bare window', memory, '×', 1.5),
    figure('  memory', mid(ours, 'pss'), 'MiB'),
    figure('  memory of the bare window', mid(bare, 'pss'), 'MiB'),
    atMost('timers and frames of the page at rest', mid(ours, 'timers'), '/s', 1),
    atMost('turns of the main loop at rest, beyond a bare window', excess(ours, bare, 'turns'), '/s', 1),
    figure('  wake-ups of all threads', mid(ours, 'wakes'), '/s'),
    figure('  wake-ups of the bare window', mid(bare, 'wakes'), '/s'),
  ]
  function excess(mine: readonly Rest[], other: readonly Rest[], key: keyof Rest): number {
    return Math.max(0, mid(mine, key) - mid(other, key))
  }
}

type Rest = {
  readonly pss: number
  readonly wakes: number
  readonly timers: number
  readonly turns: number
}

/** What an opened app takes when it is left alone. */
async function resting(opened: Opened, { folder }: BenchContext): Promise<Rest> {
  const pid = opened.app.process().pid
  if (pid === undefined) throw new Error('The app ended before it could be measured.')
  await wait(SETTLE_MS)
  const pids = await treeOf(pid)
  const pss = await pssOf(pids)
  const sleeps = await sleepsOf(pids)
  const turns = await loopTurns(opened)
  await wait(IDLE_MS)
  const seconds = IDLE_MS / 1_000
  const rest = {
    pss,
    wakes: ((await sleepsOf(pids)) - sleeps) / seconds,
    turns: ((await loopTurns(opened)) - turns) / seconds,
    timers: (await pageTimers(opened, folder)) / seconds,
  }
  await opened.quit()
  return rest
}

/** How often the main process has gone round its loop. */
function loopTurns({ app }: Opened): Promise<number> {
  return app.evaluate(() => {
    const { nodeTiming } = performance as unknown as {
      nodeTiming: { uvMetricsInfo: { loopCount: number } }
    }
    return nodeTiming.uvMetricsInfo.loopCount
  })
}

/** How often the page was woken by a timer or drew a frame for a script, as the browser itself saw it. */
async function pageTimers({ app }: Opened, folder: string): Promise<number> {
  await app.evaluate(({ contentTracing }) =>
    contentTracing.startRecording({ included_categories: ['devtools.timeline'] }),
  )
  await wait(IDLE_MS)
  const file = join(folder, 'trace.json')
  await app.evaluate(({ contentTracing }, to) => contentTracing.stopRecording(to), file)
  const { traceEvents } = JSON.parse(await readFile(file, 'utf8')) as { traceEvents: { name: string }[] }
  await rm(file)
  return traceEvents.filter(({ name }) => name === 'TimerFire' || name === 'FireAnimationFrame').length
}
