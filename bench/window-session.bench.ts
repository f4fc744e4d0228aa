import { join } from 'node:path'
import type { Page } from 'playwright'
import { openBenchApp } from './bench-app.ts'
import { LONG_TITLE, wordsOf } from './conversation.ts'
import { openElectron } from './electron-app.ts'
import { addLongChat, type ChatRow, LONG_RUNS, openChat } from './long-chat.ts'
import { median } from './measure.ts'
import { startModel } from './model-process.ts'
import { atMost, type Bench, figure } from './row.ts'

const CHUNKS = 20_000
const SHORT: ChatRow = { title: 'rounds 1', newest: wordsOf(24, 2) }
const LONG: ChatRow = { title: LONG_TITLE, newest: wordsOf(120, LONG_RUNS - 1) }

/** What a person sees in the real window: how fast a long chat stands there, and whether a stream holds up the page. */
const windowSession: Bench = async (context) => {
  const model = await startModel(context.root)
  const app = await openBenchApp(context.folder, model.baseUrl)
  await app.say(SHORT.title)
  await app.close()
  addLongChat(join(app.home, 'data'), app.project.id)

  const { page, quit } = await openElectron(context, 'orrery', app.home)
  const painted: number[] = []
  for (let round = 0; round < 9; round += 1) {
    painted.push(await openChat(page, LONG))
    await openChat(page, SHORT)
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
