import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { createGate, type Gate, type Script, textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { type Chats, tellChats } from '../support/stories/chat-story.ts'

let answer: (about: string) => Script = () => textScript('"Tide clock."', { prompt: 40, completion: 4 })
const asked: string[] = []
const askedOf: unknown[] = []
const story = tellChats({
  title: ({ body }) => {
    asked.push(JSON.stringify(body))
    askedOf.push((body as { model: unknown }).model)
    return answer(JSON.stringify(body))
  },
})
const server = () => story.server()
const config = (more = '') => modelTable('model', server().baseUrl) + more

const meta = async (chats: Chats, sessionId: SessionId) => (await chats.look(sessionId)).folds.session?.meta
const titleRuns = async (chats: Chats, sessionId: SessionId): Promise<RunRecord[]> =>
  (await chats.runs(sessionId)).filter(({ agentId }) => agentId === 'title')
/** Says something in a new chat and waits until it has been named. */
const named = async (chats: Chats, text: string): Promise<SessionId> => {
  const sessionId = await chats.ask(text)
  await expect.poll(async () => (await meta(chats, sessionId))?.namedBy, { timeout: 9_000 }).toBe('model')
  return sessionId
}
const gated = (gate: Gate): Script => {
  const { steps } = textScript('Tide clock', { prompt: 40, completion: 4 }) as Extract<
    Script,
    { steps: unknown }
  >
  return { steps: [{ do: 'wait', gate }, ...steps] }
}

it('names a chat after its first answer, in a run of its own whose cost counts', async () => {
  const chats = await story.start(config())
  server().enqueue(textScript('Twice a day.', { prompt: 10, completion: 5 }), textScript('Six metres.'))
  const sessionId = await named(chats, 'How often does the tide rise?')
  expect(await meta(chats, sessionId)).toMatchObject({ title: 'Tide clock', namedBy: 'model' })
  const [chat] = await chats.runs(sessionId)
  expect(await titleRuns(chats, sessionId)).toMatchObject([
    { kind: 'system', status: 'completed', parentRunId: chat?.runId, usage: { input: 40, output: 4 } },
  ])
  const { folds } = await chats.look(sessionId)
  expect(folds.session?.usage['test/scripted']).toMatchObject({ input: 50, output: 9 })
  expect(asked.at(-1)).toContain('How often does the tide rise?')
  expect(asked.at(-1)).toContain('Twice a day.')

  const before = asked.length
  await chats.say('How high?', sessionId)
  expect(asked).toHaveLength(before)
})

it('lets the chat go on meanwhile, and keeps a name the person gave', async () => {
  const gate = createGate()
  answer = () => gated(gate)
  const chats = await story.start(config())
  server().enqueue(textScript('Twice a day.'), textScript('Six metres.'))
  const sessionId = await chats.say('How often?')
  await chats.say('How high?', sessionId)
  expect(await chats.unfinished(sessionId)).toBe(0)
  await chats.handlers['session.update']({ sessionId, changes: { title: 'Mine' } }, chats.caller)
  gate.open()
  await expect.poll(async () => (await titleRuns(chats, sessionId)).length, { timeout: 9_000 }).toBe(1)
  expect(await meta(chats, sessionId)).toMatchObject({ title: 'Mine', namedBy: 'person' })
})

it('leaves nothing behind of a chat that was removed for ever before it had its name', async () => {
  const gate = createGate()
  answer = () => gated(gate)
  const before = asked.length
  const chats = await story.start(config())
  server().enqueue(textScript('Twice a day.'), textScript('Six metres.'))
  const sessionId = await chats.say('How often?')
  await expect.poll(() => asked.length).toBe(before + 1)
  await chats.handlers['session.delete']({ sessionId }, chats.caller)
  expect(await chats.handlers['session.emptyBin']({}, chats.caller)).toBe(1)
  gate.open()
  // By then the name has come that nobody waits for any more.
  const other = await named(chats, 'How high?')
  await story.end(chats)
  const db = new Database(join(story.home(), 'data', 'orrery.db'), { readonly: true })
  const left = db.prepare('SELECT DISTINCT session_id FROM events').pluck().all()
  db.close()
  expect(left).toEqual([other])
})

it('leaves the first line where it fails, and tries again after the next answer', async () => {
  const script: Script[] = [
    { status: 404, body: { error: { message: 'No.' } } },
    textScript('Tide clock', { prompt: 1, completion: 1 }),
  ]
  answer = () => script.shift() ?? { status: 500 }
  const chats = await story.start(config())
  server().enqueue(textScript('Twice a day.'), textScript('Six metres.'))
  const sessionId = await chats.say('How often?')
  await expect.poll(() => script.length).toBe(1)
  expect(await meta(chats, sessionId)).toMatchObject({ title: 'How often?' })
  await chats.say('How high?', sessionId)
  await expect.poll(async () => (await meta(chats, sessionId))?.title).toBe('Tide clock')
  expect(await titleRuns(chats, sessionId)).toHaveLength(1)
})

it('asks who is set for small jobs', async () => {
  answer = () => textScript('Tide clock', { prompt: 1, completion: 1 })
  const small = modelTable('models.small', server().baseUrl, { id: 'tiny' })
  const chats = await story.start(config(`${small}[roles]\nsmall = "small"\n`))
  server().enqueue(textScript('Twice a day.'))
  const sessionId = await named(chats, 'How often?')
  expect(askedOf.at(-1)).toBe('tiny')
  expect(await titleRuns(chats, sessionId)).toMatchObject([{ model: 'test/tiny' }])
})

it('asks nobody when the settings say so, and never the Practice model', async () => {
  const before = asked.length
  const chats = await story.start(config('[chats]\nmodelTitles = false\n'))
  server().enqueue(textScript('Twice a day.'))
  const sessionId = await chats.say('How often?')
  await chats.handlers['session.update']({ sessionId, changes: { model: 'orrery/practice' } }, chats.caller)
  await chats.say('list', sessionId)
  expect(await titleRuns(chats, sessionId)).toEqual([])
  expect(asked).toHaveLength(before)
})

it('gives up when the app is closed', async () => {
  answer = () => ({ silent: true })
  const before = asked.length
  const chats = await story.start(config())
  server().enqueue(textScript('Twice a day.'))
  await chats.say('How often?')
  await expect.poll(() => asked.length).toBe(before + 1)
  await chats.app.close()
})
