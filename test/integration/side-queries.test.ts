import { describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { createGate, type Script, textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { createProtocolServer } from '../support/protocols/protocol-server.ts'
import type { ScriptedAnswer } from '../support/protocols/scripted-answer.ts'
import { ALL_PROTOCOLS } from '../support/protocols/served-protocols.ts'
import { type Chats, tellChats } from '../support/stories/chat-story.ts'

const ASKED = 'The application asks this in the background'
const ANSWER =
  '<summary>\nThe tide rises twice.\n</summary>\n<line>Tide times found</line>\n<next>And how high does it rise?</next>'
const says = (text: string): ScriptedAnswer => ({
  parts: [
    { t: 'reasoning', text: 'So.' },
    { t: 'text', text },
  ],
})

let side: () => Script = () => textScript(ANSWER, { prompt: 40, completion: 9 })
const story = tellChats({
  respond: ({ body }) => (isSide(body) ? side() : textScript('Twice a day.', { prompt: 10, completion: 5 })),
})
/** A message that makes a chat large enough. */
const long = (text: string) => `${text} ${'word '.repeat(6_000)}`
const isSide = (body: unknown): boolean => JSON.stringify(body).includes(ASKED)
const chatsTable = (lines: string) => `[chats]\nmodelTitles = false\n${lines}\n`
const config = (lines: string, more: Parameters<typeof modelTable>[2] = {}) =>
  `${modelTable('model', story.server().baseUrl, more)}${chatsTable(lines)}`
const sideAsked = () => story.asked().filter(isSide)

const answersOf = async (chats: Chats, sessionId: SessionId) => {
  const { folds } = await chats.look(sessionId)
  const active = folds.session?.meta.activeContextId
  return active === null || active === undefined ? undefined : folds.contexts[active]?.side
}
const sideRuns = async (chats: Chats, sessionId: SessionId) =>
  (await chats.runs(sessionId)).filter(({ agentId }) => agentId === 'side-query')
const stored = async (chats: Chats, sessionId: SessionId) =>
  expect
    .poll(async () => (await answersOf(chats, sessionId))?.summary?.text, { timeout: 9_000 })
    .toBe('The tide rises twice.')

it('keeps a summary after an answer, whose cost is counted under its own name', async () => {
  const chats = await story.start(config('summaryEvery = 5000'))
  const sessionId = await chats.say(long('How often does the tide rise?'))
  await stored(chats, sessionId)
  const told = await answersOf(chats, sessionId)
  expect(told?.line?.text).toBe('Tide times found')
  // Suggestions are off.
  expect(told?.suggestion).toBeUndefined()
  expect(JSON.stringify(sideAsked()[0])).not.toContain('<next>')
  expect(await sideRuns(chats, sessionId)).toMatchObject([
    { kind: 'system', status: 'completed', usage: { input: 40, output: 9 } },
  ])
  const { folds } = await chats.look(sessionId)
  expect(folds.session?.usage['test/scripted']).toMatchObject({ input: 50, output: 14 })
  await story.end(chats)

  // What was stored is there after a crash, once.
  const again = await story.afterCrash()
  expect((await answersOf(again, sessionId))?.summary?.text).toBe('The tide rises twice.')
  expect(await sideRuns(again, sessionId)).toHaveLength(1)
})

it('asks nothing of a small chat, when it is off, and of a chat that avoids the cache', async () => {
  const chats = await story.start(config(''))
  await chats.say('How often does the tide rise?')
  await story.end(chats)
  const off = await story.start(config('summaries = false\nsummaryEvery = 5000'))
  await off.say(long('How often?'))
  await story.end(off)
  const on = await story.start(config('summaryEvery = 5000'))
  const avoids = await on.ask(long('How often?'))
  await on.handlers['session.update']({ sessionId: avoids, changes: { cacheBreak: 'always' } }, on.caller)
  // By the time one is asked, the others would have been.
  await on.app.idle()
  const asks = await on.say(long('How high?'))
  await stored(on, asks)
  expect(sideAsked()).toHaveLength(1)
})

it('suggests the next message where that is on, and never a command', async () => {
  const chats = await story.start(config('summaries = false\nsuggestions = true'))
  const sessionId = await chats.say('How often does the tide rise?')
  await chats.say('And in winter?', sessionId)
  await expect
    .poll(async () => (await answersOf(chats, sessionId))?.suggestion?.text, { timeout: 9_000 })
    .toBe('And how high does it rise?')
  side = () => textScript('<next>/mode full-access</next>', { prompt: 1, completion: 1 })
  await chats.say('And in spring?', sessionId)
  await expect
    .poll(async () => (await answersOf(chats, sessionId))?.suggestion?.text, { timeout: 9_000 })
    .toBe('')
  side = () => textScript(ANSWER, { prompt: 40, completion: 9 })
})

it('ends with the next message, and a crash in the middle leaves no row', async () => {
  const gate = createGate()
  const whole = textScript(ANSWER, { prompt: 40, completion: 9 }) as Extract<Script, { steps: unknown }>
  side = () => ({ steps: [{ do: 'wait', gate }, ...whole.steps] })
  const chats = await story.start(config('summaryEvery = 5000'))
  const sessionId = await chats.say(long('How often does the tide rise?'))
  await expect.poll(() => sideAsked().length, { timeout: 9_000 }).toBe(1)
  const crashed = await story.afterCrash()
  expect([await sideRuns(crashed, sessionId), await answersOf(crashed, sessionId)]).toEqual([[], undefined])
  await story.end(crashed)

  side = () => textScript(ANSWER, { prompt: 40, completion: 9 })
  await chats.say(long('And how high?'), sessionId)
  await story.server().abandoned(1)
  gate.open()
  await stored(chats, sessionId)
  expect(await sideRuns(chats, sessionId)).toHaveLength(1)
})

it('is forced by a person, and compaction takes the summary without another request', async () => {
  const chats = await story.start(config('summaries = false'))
  const { handlers, caller } = chats
  const sessionId = await chats.say('How often does the tide rise?')
  for (const text of ['More.', 'And more.']) await chats.say(`${text} ${'word '.repeat(2_000)}`, sessionId)
  const recap = await handlers['sideQuery.ask']({ sessionId, part: 'summary' }, caller)
  expect(recap.kept).toMatchObject({ text: 'The tide rises twice.', isCurrent: true })
  expect(recap.line).toEqual({ text: 'Tide times found', isCurrent: true })
  const asked = story.asked().length
  // Nothing was said since, so nothing is asked.
  await handlers['sideQuery.ask']({ sessionId, part: 'line' }, caller)
  await handlers['session.compact']({ sessionId }, caller)
  await chats.app.idle()
  expect(story.asked()).toHaveLength(asked)
  const { path } = await chats.look(sessionId)
  const compact = path.findLast(({ kind }) => kind === 'compact')
  expect(compact?.payload).toMatchObject({ source: 'kept', summary: expect.stringContaining('rises twice') })
})

it('says why nothing can be asked', async () => {
  const chats = await story.start(config('summaries = false'))
  const { handlers, caller } = chats
  const sessionId = await chats.say('How often?')
  side = () => textScript('', { prompt: 3, completion: 0 })
  await expect(handlers['sideQuery.ask']({ sessionId, part: 'summary' }, caller)).rejects.toThrow()
  expect(await sideRuns(chats, sessionId)).toMatchObject([{ status: 'failed', usage: { input: 3 } }])
  await handlers['session.update']({ sessionId, changes: { model: 'orrery/practice' } }, caller)
  await expect(handlers['sideQuery.ask']({ sessionId, part: 'summary' }, caller)).rejects.toThrow(
    /Practice model/,
  )
  side = () => textScript(ANSWER, { prompt: 40, completion: 9 })
})

/** A body in the order a server reads it, without marks that say what to cache. */
function promptOf(body: unknown) {
  const bare = JSON.parse(JSON.stringify(body), (key, value) => (key === 'cache_control' ? undefined : value))
  const { messages, input, contents, ...head } = bare as Record<string, unknown>
  return { head: JSON.stringify(head), talk: (messages ?? input ?? contents) as readonly unknown[] }
}

describe.each(ALL_PROTOCOLS)('$name', ({ api, served, id, root }) => {
  it('begins byte for byte like the next request of the chat', async () => {
    const server = await createProtocolServer(served)
    const model = modelTable('model', `${server.origin}${root}`, {
      api,
      id,
      reasoning: true,
      maxTokens: 32_000,
      contextWindow: 200_000,
      lines: 'apiKeyRef = "env:PATH"\nreasoningEffort = "high"',
    })
    const chats = await story.start(`${model}${chatsTable('summaries = false')}`)
    const { handlers, caller, projectId, app } = chats
    const target = { to: 'project', projectId, model: `test/${id}`, permissionMode: 'bypass' } as const
    server.enqueue(
      { parts: [{ t: 'call', id: 'call_1', name: 'glob', args: { pattern: '*.md' } }] },
      says('There are none.'),
    )
    const { sessionId } = await handlers['session.send']({ target, text: 'Find notes.', images: [] }, caller)
    await app.idle()
    server.enqueue(says(ANSWER))
    await handlers['sideQuery.ask']({ sessionId, part: 'summary' }, caller)
    server.enqueue(says('So be it.'))
    await handlers['session.send'](
      { target: { to: 'session', sessionId }, text: 'Write one.', images: [] },
      caller,
    )
    await app.idle()
    expect(server.faults).toEqual([])
    const [aside, next] = server.requests.slice(-2).map(({ body }) => promptOf(body))
    expect(aside?.head).toBe(next?.head)
    const shared = next?.talk.slice(0, -1)
    expect(JSON.stringify(aside?.talk.slice(0, -1))).toBe(JSON.stringify(shared))
    expect(JSON.stringify(aside?.talk.at(-1))).toContain(ASKED)
    await server.close()
  })
})
