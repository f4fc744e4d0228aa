import { join } from 'node:path'
import { openBenchApp } from './bench-app.ts'
import { LONG_TITLE, wordsOf } from './conversation.ts'
import { openElectron } from './electron-app.ts'
import { keysPainted, within95 } from './keys-painted.ts'
import { addLongChat, LONG_RUNS, openChat } from './long-chat.ts'
import { median } from './measure.ts'
import { startModel } from './model-process.ts'
import { atMost, type Bench, figure } from './row.ts'

const KEYS = 200
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
  const quiet = await keysPainted(page, KEYS)
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill(`paced ${PIECES}`)
  await box.press('Enter')
  await page.getByText('a word,').last().waitFor()
  const streaming = await keysPainted(page, KEYS)
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
