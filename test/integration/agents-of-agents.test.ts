import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { wordsOf } from '../support/hosts/agent-host.ts'
import { agentsOf, delegate, held, openRuleHost, type RuleHost } from '../support/hosts/rule-host.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'

let host: RuleHost

beforeEach(async () => {
  host = await openRuleHost()
})
afterEach(() => host.close())

type App = Awaited<ReturnType<RuleHost['start']>>

const has = async (app: App, sessionId: SessionId, words: string) =>
  JSON.stringify((await app.look(sessionId)).path).includes(words)
const called = async (app: App, chat: SessionId, title: string) => {
  const found = (await agentsOf(app, chat)).find((agent) => agent.title === title)
  if (found === undefined) throw new Error(`No agent is called ${title}.`)
  return found
}
/** The ends of agents that were told in a log, by title. */
const toldIn = async (app: App, sessionId: SessionId) =>
  (await app.look(sessionId)).path.flatMap((event) =>
    event.kind === 'harness.item' && event.payload.kind === 'child-summary'
      ? [event.payload.attrs?.['title']]
      : [],
  )

const OUTER = delegate({ title: 'Outer', prompt: 'OUTER' })
const INNER = delegate({ title: 'Inner', prompt: 'INNER', background: true })
const LOOK = callScript([{ name: 'list', args: { path: '.' } }])

describe('an agent in the background that an agent has started', () => {
  it('lets that one go on with what it found, and the chat with what came of it', async () => {
    const gate = createGate()
    host.answer(
      ['Go', OUTER],
      ['OUTER', INNER],
      ['INNER', held(gate, 'found it')],
      ['has started', textScript('outer ended early')],
      ['outer ended early', textScript('I go on.')],
      ['found it', textScript('outer knows it now')],
      ['outer knows it now', textScript('So do I.')],
    )
    const app = await host.start()
    const chat = await app.begin('Go')
    await app.until(() => has(app, chat, 'I go on.'))
    gate.open()
    await app.until(() => has(app, chat, 'So do I.'))
    await app.app.idle()
    const outer = await called(app, chat, 'Outer')
    expect(outer).toMatchObject({ state: 'done', background: true, depth: 1 })
    expect([await toldIn(app, outer.sessionId), await toldIn(app, chat)]).toEqual([['Inner'], ['Outer']])
    expect(wordsOf(host.askedWith('found it')[0])).toContain('outer ended early')
  })

  it('is heard by one at work with its next request, after the answers of its calls', async () => {
    const [gate, inner] = [createGate(), createGate()]
    host.answer(
      ['Go', OUTER],
      ['OUTER', INNER],
      ['INNER', held(inner, 'found it')],
      ['has started', { steps: [{ do: 'wait', gate }, ...('steps' in LOOK ? LOOK.steps : [])] }],
      ['found it', textScript('outer knows it')],
      ['outer knows it', textScript('So do I.')],
    )
    const app = await host.start()
    const chat = await app.begin('Go')
    await app.until(() => host.askedWith('has started').length > 0)
    inner.open()
    await app.until(async () =>
      (await agentsOf(app, chat)).some(({ title, state }) => title === 'Inner' && state === 'done'),
    )
    gate.open()
    await app.until(() => has(app, chat, 'So do I.'))
    await app.app.idle()
    const { path } = await app.look((await called(app, chat, 'Outer')).sessionId)
    expect(path.map((event) => (event.kind === 'message' ? event.payload.message.role : event.kind))).toEqual(
      ['user', 'assistant', 'tool', 'harness.item', 'assistant', 'tool', 'harness.item', 'assistant'],
    )
    expect(await toldIn(app, chat)).toEqual([])
  })

  it('is told to the chat when the one that started it has failed', async () => {
    const gate = createGate()
    host.answer(
      ['found it', textScript('Now I know.')],
      ['Go', delegate({ title: 'Outer', prompt: 'OUTER', background: true })],
      ['OUTER', INNER],
      ['INNER', held(gate, 'found it')],
      ['“Inner”', { status: 400, body: 'No.' }],
      ['“Outer”', textScript('I go on.')],
      ['did not finish', textScript('What a pity.')],
    )
    const app = await host.start()
    const chat = await app.begin('Go')
    await app.until(() => has(app, chat, 'What a pity.'))
    gate.open()
    await app.until(() => has(app, chat, 'Now I know.'))
    await app.app.idle()
    const outer = await called(app, chat, 'Outer')
    expect([await toldIn(app, outer.sessionId), await toldIn(app, chat)]).toEqual([[], ['Outer', 'Inner']])
    expect(wordsOf(host.askedWith('found it')[0])).toContain('This agent worked for “Outer”')
  })

  it('is told to the chat, once, when the app was closed meanwhile', async () => {
    const gate = createGate()
    host.answer(
      ['Go', OUTER],
      ['OUTER', INNER],
      ['INNER', held(gate, 'found it')],
      ['has started', textScript('outer ended early')],
      ['outer ended early', textScript('I go on.')],
    )
    const app = await host.start()
    const chat = await app.begin('Go')
    await app.until(() => has(app, chat, 'I go on.'))
    await app.app.close()
    for (let start = 0; start < 2; start += 1) {
      const again = await host.start()
      await again.app.idle()
      const outer = await called(again, chat, 'Outer')
      expect([await toldIn(again, outer.sessionId), await toldIn(again, chat)]).toEqual([[], ['Inner']])
      await again.app.close()
    }
  })
})
