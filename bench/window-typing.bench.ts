import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'
import { openBenchApp } from './bench-app.ts'
import { LONG_TITLE, wordsOf } from './conversation.ts'
import { openElectron } from './electron-app.ts'
import { addLongChat, LONG_RUNS, openChat } from './long-chat.ts'
import { median } from './measure.ts'
import { startModel } from './model-process.ts'
import { atMost, type Bench, figure } from './row.ts'

const KEYS = 200
const KEY_EVERY_MS = 60
/** Longer than all keys take. */
const PIECES = 200 * 30
const MOST_MS = 33

/** How long a key takes to be seen while an answer streams into a chat of 10,000 messages. */
const windowTyping: Bench = async (context) => {
  const model = await startModel(context.root)
  const app = await openBenchApp(context.folder, model.baseUrl)
  await app.say('rounds 1')
  await app.close()
  addLongChat(join(app.home, 'data'), app.project.id)

  const { page, quit } = await openElectron(context, 'orrery', app.home)
  await openChat(page, { title: LONG_TITLE, newest: wordsOf(120, LONG_RUNS - 1) })
  const quiet = await keysPainted(page)
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill(`paced ${PIECES}`)
  await box.press('Enter')
  await page.getByText('a word,').last().waitFor()
  const streaming = await keysPainted(page)
  if (!(await page.getByRole('button', { name: 'Stop', exact: true }).isVisible())) {
    throw new Error('The answer had ended before the last key was typed.')
  }
  await quit()
  await model.stop()
  return [
    atMost('key to paint at 200 pieces a second, 95 of 100 within', within95(streaming), 'ms', MOST_MS),
    figure('  the middle one', median(streaming), 'ms'),
    figure('  while nothing streams, 95 of 100 within', within95(quiet), 'ms'),
    figure('  the middle one', median(quiet), 'ms'),
  ]
}
export default windowTyping

/** Types into the message box and empties it again; from each key until its letter has been painted. */
async function keysPainted(page: Page): Promise<number[]> {
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.focus()
  await page.evaluate(() => {
    const painted: number[] = []
    const seen = (event: Event) => {
      const { timeStamp } = event
      requestAnimationFrame(() => {
        // What is posted from a frame comes once the frame has been drawn.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          painted.push(performance.now() - timeStamp)
          port1.close()
        }
        port2.postMessage(null)
      })
    }
    document.addEventListener('keydown', seen, { capture: true })
    Object.assign(globalThis, {
      takeKeys: () => {
        document.removeEventListener('keydown', seen, { capture: true })
        return painted
      },
    })
  })
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press('abcdefghij'.charAt(key % 10))
    await wait(KEY_EVERY_MS)
  }
  const painted = await page.evaluate(() => (globalThis as unknown as { takeKeys(): number[] }).takeKeys())
  await box.fill('')
  return painted
}

/** The time within which 95 of 100 were seen. */
function within95(times: readonly number[]): number {
  const sorted = [...times].sort((left, right) => left - right)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
}
