import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { createNewId } from '../src/main/lib/ids.ts'
import { openBenchApp } from './bench-app.ts'
import { openBenchLog } from './bench-log.ts'
import { LONG_TITLE, opening, wholeRun, wordsOf } from './conversation.ts'
import { openElectron } from './electron-app.ts'
import { median } from './measure.ts'
import { startModel } from './model-process.ts'
import { atMost, type Bench, figure } from './row.ts'

const RUNS = 2_500
const CHUNKS = 20_000
const SHORT: Chat = { title: 'rounds 1', newest: wordsOf(24, 2) }
const LONG: Chat = { title: LONG_TITLE, newest: wordsOf(120, RUNS - 1) }

/** What a person sees in the real window: how fast a long chat stands there, and whether a stream holds up the page. */
const windowSession: Bench = async (context) => {
  const model = await startModel(context.root)
  const app = await openBenchApp(context.folder, model.baseUrl)
  await app.say(SHORT.title)
  await app.close()
  addLongSession(join(app.home, 'data'), app.project.id)

  const { page, quit } = await openElectron(context, 'orrery', app.home)
  const painted: number[] = []
  for (let round = 0; round < 9; round += 1) {
    painted.push(await openSession(page, LONG))
    await openSession(page, SHORT)
  }
  const first = painted[0] ?? Number.NaN
  const tasks = await longestTasks(page, async () => {
    const box = page.getByRole('textbox', { name: 'Message' })
    await box.fill(`chunks ${CHUNKS}`)
    await box.press('Enter')
    const stop = page.getByRole('button', { name: 'Stop', exact: true })
    await stop.waitFor()
    await stop.waitFor({ state: 'hidden', timeout: 60_000 })
  })
  await quit()
  await model.stop()
  return [
    atMost('click to the newest of 10,000 messages painted', median(painted), 'ms', 300),
    figure('  the first time', first, 'ms'),
    atMost('tasks of the page above 50 ms while 20,000 chunks stream', tasks.count, '', 0),
    figure('  the longest of them', tasks.longest, 'ms'),
  ]
}
export default windowSession

function addLongSession(folder: string, projectId: ProjectId): void {
  const newId = createNewId(Date.now)
  const log = openBenchLog({ folder, name: 'orrery', newId })
  log.db.pragma('synchronous = OFF')
  const sessionId: SessionId = newId('session')
  const contextId = newId('context')
  log.bus.publish(sessionId, opening(contextId, newId, projectId))
  for (let run = 0; run < RUNS; run += 1) log.bus.publish(sessionId, wholeRun(contextId, newId, run))
  log.close()
}

type Chat = { readonly title: string; readonly newest: string }

/** Clicks a chat in the list and answers how long it took until its newest message had been painted. */
function openSession(page: Page, chat: Chat): Promise<number> {
  return page.evaluate(async ({ title, newest }) => {
    const list = document.querySelector('ul[aria-label="Sessions"]')
    const row = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find((each) =>
      each.textContent.includes(title),
    )
    if (row === undefined) throw new Error(`There is no chat named ${title}.`)
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const stands = () => {
      const last = [...document.querySelectorAll('[role="log"] article')].at(-1)
      const box = last?.getBoundingClientRect()
      return last?.textContent.includes(newest) === true && box !== undefined && box.top < innerHeight
    }
    const start = performance.now()
    row.click()
    for (let frames = 0; frames < 600; frames += 1) {
      await frame()
      if (!stands()) continue
      // The frame in which it stands there has been drawn when the next one begins.
      await frame()
      return performance.now() - start
    }
    throw new Error(`${title} was not shown.`)
  }, chat)
}

/** How many tasks of the page were long enough to be felt during something; the browser tells of no others. */
async function longestTasks(
  page: Page,
  act: () => Promise<void>,
): Promise<{ longest: number; count: number }> {
  await page.evaluate(() => {
    const seen: number[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push(entry.duration)
    }).observe({ type: 'longtask' })
    Object.assign(globalThis, { longTasks: seen })
  })
  await act()
  const seen = await page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks)
  return { longest: Math.max(0, ...seen), count: seen.length }
}
