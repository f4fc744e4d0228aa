import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { type Chats, tellChats } from '../support/stories/chat-story.ts'

/** The server counts a token for four characters and remembers the prompts it was sent, as providers do. */
const seen: string[] = []
const work: Script[] = []
const story = tellChats({ respond: ({ body }) => answered(body) })

function answered(body: unknown): Script {
  const { tools, messages } = body as { tools: unknown; messages: readonly unknown[] }
  // Servers put the tools first.
  const prompt = `${JSON.stringify(tools)}${JSON.stringify(messages).slice(0, -1)}`
  const cached = Math.max(0, ...seen.map((before) => sameStart(before, prompt)))
  seen.push(prompt)
  const script = work.shift() ?? textScript('Done.')
  const usage = { prompt: tokens(prompt.length), completion: 5, cached: tokens(cached) }
  if (!('steps' in script)) return script
  return { steps: script.steps.map((step) => (step.do === 'usage' ? { ...step, usage } : step)) }
}
const tokens = (characters: number) => Math.floor(characters / 4)
function sameStart(left: string, right: string): number {
  let same = 0
  while (same < left.length && left[same] === right[same]) same += 1
  return same
}

const PRICES = 'inputPrice = 4\noutputPrice = 20'
const read = (path: string) => callScript([{ name: 'read', args: { path } }])
async function begin(): Promise<Chats> {
  seen.length = 0
  const lines = Array.from({ length: 300 }, (_, at) => `export const gauge${at} = ${at}`)
  await writeFile(story.file('a.ts'), lines.join('\n'))
  const other = modelTable('models.other', story.server().baseUrl, { id: 'other', contextWindow: 200_000 })
  const model = modelTable('model', story.server().baseUrl, { contextWindow: 200_000, lines: PRICES })
  return story.start(`${PLAIN_TITLES}${model}${other}`)
}
const ledgerIn = ({ handlers, caller }: Chats, sessionId: SessionId) =>
  handlers['context.cache']({ sessionId }, caller)

it('predicts the hit of every request of a chat, and what the server reads agrees', async () => {
  const chats = await begin()
  work.push(read('a.ts'))
  const sessionId = await chats.say('Read it.')
  await chats.say('And now?', sessionId)
  const { rows, requests } = await ledgerIn(chats, sessionId)
  expect(requests).toBe(3)
  expect(rows.map(({ state }) => state)).toEqual(['hit', 'hit', 'first'])
  for (const { expected, read: got } of rows.slice(0, 2)) {
    expect(Math.abs((expected ?? 0) - got) / got).toBeLessThan(0.01)
  }
})

it('names another model as the reason of a miss', async () => {
  const chats = await begin()
  work.push(read('a.ts'))
  const sessionId = await chats.say('Read it.')
  seen.length = 0
  await chats.handlers['session.update']({ sessionId, changes: { model: 'test/other' } }, chats.caller)
  await chats.say('And now?', sessionId)
  const { rows } = await ledgerIn(chats, sessionId)
  expect(rows[0]).toMatchObject({ state: 'miss', reason: 'model', expected: 0, avoidable: true })
})

it('compares nothing with a request before a restart, and says so', async () => {
  const chats = await begin()
  work.push(read('a.ts'))
  const sessionId = await chats.say('Read it.')
  seen.length = 0
  const later = await story.afterCrash()
  await later.say('And now?', sessionId)
  const { rows } = await ledgerIn(later, sessionId)
  expect(rows.map(({ state }) => state)).toEqual(['unknown', 'hit', 'first'])
})

it('sends one request without the cache, counts it, and uses the cache again', async () => {
  const chats = await begin()
  const { handlers, caller } = chats
  work.push(read('a.ts'))
  const sessionId = await chats.say('Read it.')
  await handlers['session.update']({ sessionId, changes: { cacheBreak: 'once' } }, caller)
  expect(await ledgerIn(chats, sessionId)).toMatchObject({ breaking: 'once', broken: 0 })
  await chats.say('Without it.', sessionId)
  expect(await ledgerIn(chats, sessionId)).toMatchObject({ breaking: null, broken: 1 })
  await chats.say('With it.', sessionId)
  const { rows } = await ledgerIn(chats, sessionId)
  expect(rows.map(({ state }) => state)).toEqual(['hit', 'off', 'hit', 'first'])
  expect(rows[1]?.read).toBeLessThan(100)
})

it('sends no request of a chat and its agents with the cache until that is off', async () => {
  const chats = await begin()
  const { handlers, caller } = chats
  const sessionId = await chats.say('Begin.')
  await handlers['session.update']({ sessionId, changes: { cacheBreak: 'always' } }, caller)
  const from = seen.length
  work.push(
    callScript([{ name: 'agent', args: { agent: 'explore', description: 'Look', prompt: 'Look at a.ts.' } }]),
    read('a.ts'),
  )
  await chats.say('Have it read.', sessionId)
  const sent = story.asked().slice(from)
  expect(sent.length).toBeGreaterThanOrEqual(4)
  const openings = sent.map(({ messages }) => /^Request (\S+)\./.exec(String(messages[0]?.content))?.[1])
  expect(openings).not.toContain(undefined)
  expect(new Set(openings).size).toBe(sent.length)
  await handlers['session.update']({ sessionId, changes: { cacheBreak: null } }, caller)
  await chats.say('And now?', sessionId)
  expect(JSON.stringify(story.asked().at(-1))).not.toContain('Request evt_')
})
