import type { ElectronApplication, Page } from 'playwright'
import type { SessionId } from '#shared/ids.ts'
import { openBenchApp } from './bench-app.ts'
import { openElectron } from './electron-app.ts'
import { startModel } from './model-process.ts'
import { pageTasks } from './page-tasks.ts'
import { atMost, type Bench, figure } from './row.ts'
import { addWorkflowRun } from './workflow-seed.ts'

const AGENTS = 1_000
const PER_SECOND = 200
const SECONDS = 30

/** The monitor of a run with a thousand agents while two hundred events a second come in, in a real window. */
const workflowMonitor: Bench = async (context) => {
  const model = await startModel(context.root)
  const bench = await openBenchApp(context.folder, model.baseUrl)
  await bench.close()
  await model.stop()
  const sessionId = addWorkflowRun(bench.home, bench.project.id, AGENTS)

  const { app, page, quit } = await openElectron(context, 'orrery', bench.home)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Workflows' }).click()
  await page.getByRole('listbox', { name: 'Agents', exact: true }).getByRole('option').nth(5).click()
  // Every agent has begun and ended once, so that what is measured afterwards is the same state again and again.
  const storm = await stormOn(page, app, sessionId)
  await storm((2 * AGENTS) / PER_SECOND)
  const before = await heapOf(page)
  const tasks = await pageTasks(app, context.folder, () => storm(SECONDS))
  const after = await heapOf(page)
  await quit()
  return [
    atMost(`tasks of the page above 50 ms, ${AGENTS} agents, ${PER_SECOND} events/s`, tasks.long, '', 0),
    figure('  the longest of them, processor', tasks.processor, 'ms'),
    figure('  the longest of them, clock', tasks.clock, 'ms'),
    figure(`  all of them in ${SECONDS} s, processor`, tasks.all, 'ms'),
    atMost('memory of the page after it ÷ before it', after / before, '×', 1.1),
    figure('  before', before, 'MiB'),
  ]
}
export default workflowMonitor

/** Tells the window of agents that begin and end, sixteen at a time, on the way main would. */
async function stormOn(page: Page, app: ElectronApplication, sessionId: SessionId) {
  const { epoch, seq } = await page.evaluate(async (of) => {
    type Reply = { readonly value: { readonly epoch: string; readonly cursor: { readonly seq: number } } }
    const { orrery } = window as unknown as {
      orrery: { call: (name: string, request: object) => Promise<Reply> }
    }
    const { value } = await orrery.call('session.attach', { sessionId: of, tail: 1 })
    return { epoch: value.epoch, seq: value.cursor.seq }
  }, sessionId)
  let sent = 0
  return async (seconds: number): Promise<void> => {
    const count = seconds * PER_SECOND
    await app.evaluate(send, { sessionId, epoch, seq: seq + sent, sent, count, ...SHAPE })
    sent += count
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
}

const SHAPE = { agents: AGENTS, perSecond: PER_SECOND }
type Storm = {
  readonly sessionId: SessionId
  readonly epoch: string
  readonly seq: number
  readonly sent: number
  readonly count: number
  readonly agents: number
  readonly perSecond: number
}

/** Runs in the main process, so it may use nothing from outside itself. */
async function send({ BrowserWindow }: typeof import('electron'), storm: Storm): Promise<void> {
  const { sessionId, epoch, agents, perSecond } = storm
  const EVERY_MS = 40
  const batch = (perSecond * EVERY_MS) / 1_000
  const changeOf = (turn: number) => {
    // Of thirty-two turns sixteen begin an agent each and sixteen end them.
    const agentId = ((Math.floor(turn / 32) * 16 + (turn % 16)) % agents) + 1
    const attempt = Math.floor(turn / (agents * 2)) + 1
    if (turn % 32 < 16) return { agentId, state: 'running', attempt }
    const cost = { usage: { input: 900 + turn, output: 120 }, usd: 0.002 }
    const result = { kind: 'text', summary: `Part ${agentId} is as it should be.` }
    return { agentId, state: 'done', attempt, cost, result }
  }
  await new Promise<void>((done) => {
    let told = 0
    const start = Date.now()
    const timer = setInterval(() => {
      // As many as are due by the clock, so that a busy machine does not slow the storm down.
      const due = Math.min(storm.count, Math.floor((Date.now() - start) / EVERY_MS) * batch)
      if (due > told) {
        const events = Array.from({ length: due - told }, (_, at) => {
          const seq = storm.seq + told + at + 1
          return {
            v: 1,
            tier: 'durable',
            id: `evt_storm${seq}`,
            sessionId,
            seq,
            ts: Date.now(),
            clientId: 'cli_storm0000',
            parentId: null,
            kind: 'workflow.agent',
            payload: changeOf(storm.sent + told + at),
          }
        })
        const message = { t: 'events', sessionId, epoch, prevSeq: storm.seq + told, events }
        BrowserWindow.getAllWindows()[0]?.webContents.send('orrery:event', message)
        told = due
      }
      if (told < storm.count) return
      clearInterval(timer)
      done()
    }, EVERY_MS)
  })
}

/** What the page holds once everything that can go is gone, in MiB. */
async function heapOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return usedSize / 2 ** 20
}
