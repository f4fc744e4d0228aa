import { createHook } from 'node:async_hooks'
import { expect, it, onTestFinished } from 'vitest'
import { CALLER, openAgentHost } from '../support/hosts/agent-host.ts'
import { textScript } from '../support/models/model-script.ts'

/** Counts what is asked of the disk, and the processes that start, while some work is done. */
async function counted(work: () => Promise<unknown>) {
  const counts = { disk: 0, processes: 0 }
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'FSREQPROMISE' || type === 'FSREQCALLBACK') counts.disk += 1
      if (type === 'PROCESSWRAP') counts.processes += 1
    },
  }).enable()
  await work().finally(() => hook.disable())
  return counts
}

/** Counts the work three times and returns the fewest: work of the start that ends late counts in one of them. */
async function fewest(work: () => Promise<unknown>) {
  const counts = [await counted(work), await counted(work), await counted(work)]
  return {
    disk: Math.min(...counts.map(({ disk }) => disk)),
    processes: Math.min(...counts.map(({ processes }) => processes)),
  }
}

/** A look at a whole project takes about 33 requests of the disk, and a message once took five of them. */
const MOST = { message: 45, chat: 65 }

it('asks the disk for little before a message of a project that was read before, and starts no process', async () => {
  const host = await openAgentHost()
  onTestFinished(host.close)
  const { app, handlers, begin } = await host.start()
  const say = async () => {
    host.server.enqueue(textScript('Yes.'))
    const sessionId = await begin('Are you there?')
    await app.idle()
    return sessionId
  }
  await say()
  const sessionId = await say()
  const chat = await fewest(say)
  const message = await fewest(async () => {
    host.server.enqueue(textScript('Yes.'))
    await handlers['session.send'](
      { target: { to: 'session', sessionId }, text: 'Still?', images: [] },
      CALLER,
    )
    await app.idle()
  })
  expect(chat.processes + message.processes).toBe(0)
  expect(message.disk).toBeLessThan(MOST.message)
  expect(chat.disk).toBeLessThan(MOST.chat)
})
