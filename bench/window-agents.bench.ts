import { AGENTS } from './agents-beside-calls.ts'
import { openBenchApp } from './bench-app.ts'
import { wordsOf } from './conversation.ts'
import { openElectron } from './electron-app.ts'
import { openChat } from './long-chat.ts'
import { timeOf } from './measure.ts'
import { startModel } from './model-process.ts'
import { pageTasks } from './page-tasks.ts'
import { type Bench, figure } from './row.ts'

/** How much a person feels of 200 agents that work at once for the chat they look at. */
const windowAgents: Bench = async (context) => {
  const model = await startModel(context.root)
  const home = await openBenchApp(context.folder, model.baseUrl)
  await home.say('rounds 1')
  await home.close()

  const { app, page, quit } = await openElectron(context, 'orrery', home.home)
  await openChat(page, { title: 'rounds 1', newest: wordsOf(24, 2) })
  let tookMs = 0
  const tasks = await pageTasks(app, context.folder, async () => {
    const box = page.getByRole('textbox', { name: 'Message' })
    tookMs = await timeOf(async () => {
      await box.fill(`agents ${AGENTS}`)
      await box.press('Enter')
      // Found by its key: to look for a name costs the page more than what is measured.
      const stop = page.locator('button[aria-keyshortcuts="Escape"]')
      await stop.waitFor()
      await stop.waitFor({ state: 'hidden', timeout: 60_000 })
    })
  })
  await quit()
  await model.stop()
  return [
    figure('tasks of the page above 50 ms while 200 agents work', tasks.long, ''),
    figure('  the longest of them', tasks.processor, 'ms'),
    figure('  all of them', tasks.all, 'ms'),
    figure('  200 agents in the app with its window', tookMs, 'ms'),
  ]
}
export default windowAgents
