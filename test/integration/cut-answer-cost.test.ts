import { expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { createGate, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { type Chats, tellChats } from '../support/stories/chat-story.ts'

const story = tellChats()
const priced = (inputPrice: number) =>
  modelTable('model', story.server().baseUrl, {
    lines: `inputPrice = ${inputPrice}\noutputPrice = ${inputPrice * 2}`,
  }) + PLAIN_TITLES

/** Stops the run of a chat once the model has written a part of its answer. */
async function stopped({ ask, app, runs, handlers, caller, look }: Chats, words: string): Promise<SessionId> {
  const gate = createGate()
  story.server().enqueue({
    steps: [
      { do: 'text', text: words },
      { do: 'wait', gate },
    ],
  })
  const sessionId = await ask('Tell me all about tides.')
  await expect
    .poll(async () => JSON.stringify((await look(sessionId)).inflight))
    .toContain(words.slice(0, 20))
  const [run] = await runs(sessionId)
  if (run === undefined) throw new Error('No run.')
  await handlers['run.stop']({ sessionId, runId: run.runId }, caller)
  await app.idle()
  gate.open()
  return sessionId
}

it('an aborted answer has the estimated tokens and cost of its request and its words', async () => {
  const chats = await story.start(priced(10))
  const sessionId = await stopped(chats, 'The tide rises and falls. '.repeat(40))
  const [run] = await chats.runs(sessionId)
  expect(run?.status).toBe('cancelled')
  const { input = 0, output = 0, cost } = run?.usage ?? { input: 0, output: 0 }
  // The instructions and tools alone are some thousand tokens, and forty sentences some hundreds.
  expect(input).toBeGreaterThan(2_000)
  expect(output).toBeGreaterThan(150)
  expect(output).toBeLessThan(600)
  expect(cost?.billed).toBeUndefined()
  expect(cost?.estimated).toBeCloseTo((input * 10 + output * 20) / 1e6, 6)
})

it('the estimate of an aborted answer teaches the app nothing about the counting of its server', async () => {
  const chats = await story.start(priced(10))
  const sessionId = await stopped(chats, 'The tide rises and falls. '.repeat(40))
  const { path } = await chats.look(sessionId)
  const answer = path.find((event) => event.kind === 'message' && event.payload.message.stop === 'cancelled')
  expect(answer).toBeDefined()
  expect(answer?.kind === 'message' ? answer.payload.message : {}).not.toHaveProperty('estimate')
})

it('a refused request costs nothing', async () => {
  const chats = await story.start(priced(10))
  story.server().enqueue({ status: 401, body: { error: { message: 'No such key.' } } })
  const sessionId = await chats.say('Hello?')
  const [run] = await chats.runs(sessionId)
  expect(run).toMatchObject({ status: 'failed', usage: { input: 0, output: 0 } })
  expect(run?.usage.cost).toBeUndefined()
})

it('a whole answer keeps what its server counted', async () => {
  const chats = await story.start(priced(10))
  story.server().enqueue(textScript('At noon.'))
  const sessionId = await chats.say('When?')
  const [run] = await chats.runs(sessionId)
  expect(run?.usage).toMatchObject({ input: 10, output: 5 })
})

it('an answer that broke off has the usage that its server had counted', async () => {
  const chats = await story.start(priced(10))
  story.server().enqueue(
    {
      steps: [
        { do: 'usage', usage: { prompt: 5_000, completion: 100_000 } },
        { do: 'text', text: 'The tide ' },
        { do: 'drop' },
      ],
    },
    textScript('rises.', { prompt: 1_000, completion: 10 }),
  )
  const sessionId = await chats.say('When?')
  const [run] = await chats.runs(sessionId)
  expect(run?.status).toBe('completed')
  expect(run?.usage).toMatchObject({ input: 6_000, output: 100_010 })
  expect(run?.usage.cost?.estimated).toBeCloseTo((6_000 * 10 + 100_010 * 20) / 1e6, 6)
})
