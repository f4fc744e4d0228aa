import { join } from 'node:path'
import { openBenchApp } from './bench-app.ts'
import { startModel } from './model-process.ts'
import { besideReplay } from './replay.ts'
import type { Bench } from './row.ts'

const CHATS = 200
const AT_ONCE = 16

/** New chats with one request each, all stored, beside a replay of their own requests. */
const chats: Bench = async ({ root, folder }) => {
  const model = await startModel(root)
  const app = await openBenchApp(folder, model.baseUrl)
  const begin = async () => {
    let next = 0
    const work = async () => {
      for (let at = next++; at < CHATS; at = next++) await app.say('rounds 0')
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }
  await app.say('rounds 0')
  const file = join(folder, 'bodies.jsonl')
  await model.record(file, begin)
  const rows = await besideReplay({
    root,
    file,
    baseUrl: model.baseUrl,
    atOnce: AT_ONCE,
    ours: begin,
    target: 2.5,
    name: `${CHATS} new chats, ${AT_ONCE} at once`,
  })
  await app.close()
  await model.stop()
  return rows
}
export default chats
