import { setTimeout as wait } from 'node:timers/promises'
import type { ElectronApplication, Page } from 'playwright'
import { openBenchApp } from './bench-app.ts'
import { wordsOf } from './conversation.ts'
import { openElectron } from './electron-app.ts'
import { openChat } from './long-chat.ts'
import { CHANGED_FILES, changeManyFiles } from './many-changes.ts'
import { median } from './measure.ts'
import { startModel } from './model-process.ts'
import { pageTasks } from './page-tasks.ts'
import { atMost, type Bench, figure, type Row } from './row.ts'

const OPENINGS = 5
const FIRST_MS = 300
const LONGEST_TASK_MS = 50
const WHEELS = 300
const KEYS = 150
const JUMPS = 40

/** How fast very many changes stand there, and how smoothly one goes through them with wheel, keys and the bar. */
const windowChanges: Bench = async (context) => {
  const model = await startModel(context.root)
  const home = await openBenchApp(context.folder, model.baseUrl)
  await home.say('rounds 1')
  changeManyFiles(home.projectPath)
  await home.close()

  const { app, page, quit } = await openElectron(context, 'orrery', home.home)
  await openChat(page, { title: 'rounds 1', newest: wordsOf(24, 2) })
  const opened: Opened[] = []
  for (let round = 0; round < OPENINGS; round += 1) opened.push(await openChanges(page))
  const rows = [
    atMost(
      `list of ${CHANGED_FILES} changed files to its first changes painted`,
      median(opened.map(({ listed, painted }) => painted - listed)),
      'ms',
      FIRST_MS,
    ),
    figure('  from the key that opens them', median(opened.map(({ painted }) => painted)), 'ms'),
  ]
  const measure = async (what: string, act: () => Promise<void>) =>
    rows.push(...(await smoothness(app, { page, folder: context.folder, what, act })))
  await page.keyboard.press('Control+Shift+G')
  await page.locator('[data-changes=list] figure').first().waitFor()
  await page.locator('[data-changes=list]').hover()
  await measure(`${WHEELS} turns of the wheel`, async () => {
    for (let turn = 0; turn < WHEELS; turn += 1) {
      await page.mouse.wheel(0, 300)
      await frame(page)
    }
  })
  await page.locator('[data-changes=list] [data-hunk]').first().focus()
  await measure(`${KEYS} hunks by keys`, () => press(page, 'j', KEYS))
  await page.getByRole('tree', { name: 'Files' }).getByRole('treeitem').first().click()
  await measure(`${KEYS} files by keys`, () => press(page, 'ArrowDown', KEYS))
  await measure(`${JUMPS} jumps of the scroll bar`, async () => {
    for (let jump = 0; jump < JUMPS; jump += 1) {
      const part = ((jump * 17) % JUMPS) / JUMPS
      await page.locator('[data-changes=list]').evaluate((list, to) => {
        list.scrollTop = list.scrollHeight * to
      }, part)
      await wait(50)
    }
  })
  await quit()
  await model.stop()
  return rows
}
export default windowChanges

/** Milliseconds from the key to the list of files, and to the lines of its first changes. */
type Opened = { readonly listed: number; readonly painted: number }

/** Opens the changes from the chat, waits for their first lines, and goes back. */
async function openChanges(page: Page): Promise<Opened> {
  await page.evaluate(() => {
    const times = new Promise((done) => {
      const begin = (event: KeyboardEvent) => {
        if (event.code !== 'KeyG') return
        document.removeEventListener('keydown', begin, { capture: true })
        let listed: number | null = null
        const look = () => {
          const list = document.querySelector('[data-changes=list]')
          if (list !== null && listed === null) listed = performance.now() - event.timeStamp
          if (list?.querySelector('[data-hunk]') == null || list.querySelector('figure') === null)
            requestAnimationFrame(look)
          // The frame in which they stand there has been drawn when the next one begins.
          else requestAnimationFrame(() => done({ listed, painted: performance.now() - event.timeStamp }))
        }
        look()
      }
      document.addEventListener('keydown', begin, { capture: true })
    })
    Object.assign(globalThis, { openedIn: () => times })
  })
  await page.keyboard.press('Control+Shift+G')
  const times = await page.evaluate(() =>
    (globalThis as unknown as { openedIn(): Promise<Opened> }).openedIn(),
  )
  await page.getByRole('button', { name: 'Open chat' }).click()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  return times
}

async function press(page: Page, key: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await page.keyboard.press(key)
    await frame(page)
  }
}

const frame = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))

type Going = {
  readonly page: Page
  readonly folder: string
  readonly what: string
  readonly act: () => Promise<void>
}

/** Goes through the changes, and answers the longest task of the page and what its observer of long tasks saw. */
async function smoothness(app: ElectronApplication, { page, folder, what, act }: Going): Promise<Row[]> {
  await page.evaluate(() => {
    const seen: number[] = []
    const observer = new PerformanceObserver((list) => {
      seen.push(...list.getEntries().map(({ duration }) => duration))
    })
    observer.observe({ type: 'longtask' })
    Object.assign(globalThis, {
      takeLong: () => {
        observer.disconnect()
        return seen
      },
    })
  })
  const tasks = await pageTasks(app, folder, act)
  const seen = await page.evaluate(() => (globalThis as unknown as { takeLong(): number[] }).takeLong())
  return [
    atMost(`longest task of the page during ${what}`, tasks.processor, 'ms', LONGEST_TASK_MS),
    figure('  by the clock', tasks.clock, 'ms'),
    figure('  tasks above 50 ms by the clock', seen.length, ''),
  ]
}
