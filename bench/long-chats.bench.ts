import { join } from 'node:path'
import type { WindowMessage } from '#shared/events/delivery.ts'
import type { SessionId } from '#shared/ids.ts'
import { openBenchApp } from './bench-app.ts'
import { briefRun } from './conversation.ts'
import { addLongChat } from './long-chat.ts'
import { type MainTasks, tasksDuring } from './main-tasks.ts'
import { startModel } from './model-process.ts'
import { atMost, type Bench, figure, type Row } from './row.ts'

const SIZES = [10_000, 50_000]

/**
 * Opens long chats that main has not read yet, waits for the context meter and sends a message. The model answers at
 * once. Chats with a summary and without one grow from 10,000 to 50,000 messages.
 */
const longChats: Bench = async ({ root, folder }) => {
  const model = await startModel(root)
  const rows: Row[] = []
  for (const messages of SIZES) {
    for (const isCompacted of [true, false]) {
      const own = join(folder, `${messages}-${isCompacted ? 'compacted' : 'whole'}`)
      const seen = await openAndSend(own, model.baseUrl, { messages, isCompacted })
      const name = `${messages.toLocaleString('en')} messages${isCompacted ? ', compacted' : ''}`
      rows.push(
        atMost(`${name}: longest main task, processor`, seen.tasks.longestCpu, 'ms', 50),
        figure('  the same by the clock', seen.tasks.longest, 'ms'),
        figure('  opened', seen.opened, 'ms'),
        figure('  measured by the context meter', seen.measured, 'ms'),
        atMost('  message to answer', seen.answered, 'ms', 200),
      )
    }
  }
  await model.stop()
  return rows
}
export default longChats

type Chat = { readonly messages: number; readonly isCompacted: boolean }
type Seen = {
  readonly tasks: MainTasks
  readonly opened: number
  readonly measured: number
  readonly answered: number
}

async function openAndSend(folder: string, baseUrl: string, { messages, isCompacted }: Chat): Promise<Seen> {
  const first = await openBenchApp(folder, baseUrl)
  await first.say('rounds 0')
  await first.close()
  const runs = messages / 4
  const sessionId = addLongChat(join(first.home, 'data'), first.project.id, {
    runs,
    isCompacted,
    runOf: briefRun,
  })
  const app = await openBenchApp(folder, baseUrl)
  // The first chat pays for code that every start compiles.
  await app.say('rounds 0')
  const seen = { opened: 0, measured: 0, answered: 0 }
  const tasks = await tasksDuring(async () => {
    const start = performance.now()
    const measured = metered(app.hear, sessionId)
    await app.open(sessionId)
    seen.opened = performance.now() - start
    await measured
    seen.measured = performance.now() - start
    const sent = performance.now()
    await app.sendTo(sessionId, 'rounds 0')
    seen.answered = performance.now() - sent
  })
  await app.close()
  return { tasks, ...seen }
}

type Hear = (hear: (message: WindowMessage) => boolean) => Promise<void>

/** Resolves when the context meter of a chat was told. */
function metered(hear: Hear, sessionId: SessionId): Promise<void> {
  return hear((message) => {
    if (message.t !== 'events' || message.sessionId !== sessionId) return false
    return message.events.some(({ kind }) => kind === 'context.trace')
  })
}
