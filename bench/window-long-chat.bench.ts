import { join } from 'node:path'
import { AGENTS } from './agents-beside-calls.ts'
import { openBenchApp } from './bench-app.ts'
import { LONG_TITLE, wordsOf } from './conversation.ts'
import { openElectron } from './electron-app.ts'
import { keysPainted, within95 } from './keys-painted.ts'
import { addLongChat, openChat } from './long-chat.ts'
import { median, timeOf } from './measure.ts'
import { startModel } from './model-process.ts'
import { pageTasks } from './page-tasks.ts'
import { atMost, type Bench, figure } from './row.ts'

const MESSAGES = 50_000
const RUNS = MESSAGES / 4
const KEYS = 60
const BUSY_CHAT = `busy ${AGENTS}`
/** What the status line shows once agents work: more than the chat's own. */
const MANY_AT_WORK = /^\d{2,} agents running/

/** How a chat of 50,000 messages is opened, typed into and answered while 200 agents of another chat work. */
const windowLongChat: Bench = async (context) => {
  const model = await startModel(context.root)
  const home = await openBenchApp(context.folder, model.baseUrl)
  await home.say('rounds 1')
  await home.close()
  addLongChat(join(home.home, 'data'), home.project.id, { runs: RUNS, isCompacted: true })

  const { app, page, quit } = await openElectron(context, 'orrery', home.home)
  await openChat(page, { title: 'rounds 1', newest: wordsOf(24, 2) })
  const box = page.getByRole('textbox', { name: 'Message' })
  // Found by its key: to look for a name costs the page more than what is measured.
  const stop = page.locator('button[aria-keyshortcuts="Escape"]')
  await box.fill(BUSY_CHAT)
  await box.press('Enter')
  await stop.waitFor()
  await page.getByText(MANY_AT_WORK).first().waitFor()

  const seen = { opened: 0, answered: 0, keys: [] as number[] }
  const tasks = await pageTasks(app, context.folder, async () => {
    seen.opened = await openChat(page, { title: LONG_TITLE, newest: wordsOf(120, RUNS - 1) })
    seen.keys = await keysPainted(page, KEYS)
    seen.answered = await timeOf(async () => {
      await box.fill('rounds 1')
      await box.press('Enter')
      await page.getByText(wordsOf(24, 2)).last().waitFor()
      await stop.waitFor({ state: 'hidden' })
    })
  })
  await openChat(page, { title: 'rounds 1', newest: '' })
  if (!(await stop.isVisible())) throw new Error('The agents had ended before the answer came.')
  await quit()
  await model.stop()
  return [
    atMost('50,000 messages beside 200 agents: page tasks above 50 ms', tasks.long, '', 0),
    figure('  the longest task', tasks.processor, 'ms'),
    atMost('  key to paint, 95 of 100 within', within95(seen.keys), 'ms', 33),
    figure('  the middle one', median(seen.keys), 'ms'),
    figure('  click to the newest message painted', seen.opened, 'ms'),
    figure('  message to the end of its answer', seen.answered, 'ms'),
  ]
}
export default windowLongChat
