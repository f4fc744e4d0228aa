import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CALLER, wordsOf } from '../support/hosts/agent-host.ts'
import {
  agentsOf,
  delegate,
  firstAgentOf,
  held,
  opening,
  openRuleHost,
  type RuleHost,
  stepsOf,
} from '../support/hosts/rule-host.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'

let host: RuleHost

beforeEach(async () => {
  host = await openRuleHost()
})
afterEach(() => host.close())

describe('an agent in the background', () => {
  it('lets its parent go on at once, and wakes it with what it found', async () => {
    const gate = createGate()
    host.answer(
      ['Go', delegate({ title: 'Look', prompt: 'LOOK', background: true })],
      ['LOOK', held(gate, 'found it')],
      ['has started', textScript('I go on.')],
      ['found it', textScript('Now I know.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('Go')
    await app.until(async () => JSON.stringify((await app.look(sessionId)).path).includes('I go on.'))
    gate.open()
    await app.until(async () => JSON.stringify((await app.look(sessionId)).path).includes('Now I know.'))
    const { path } = await app.look(sessionId)
    expect(path.map((event) => (event.kind === 'harness.item' ? event.payload.kind : event.kind))).toEqual([
      'message',
      'message',
      'message',
      'tool-delta',
      'message',
      'child-summary',
      'message',
    ])
    expect(await agentsOf(app, sessionId)).toMatchObject([{ state: 'done', background: true }])
  })

  it('can be told more, while it works and after', async () => {
    const gate = createGate()
    host.answer(
      ['Go', delegate({ title: 'Look', prompt: 'LOOK', background: true })],
      [
        'LOOK',
        { steps: [{ do: 'wait', gate }, ...stepsOf(callScript([{ name: 'list', args: { path: '.' } }]))] },
      ],
      ['has started', textScript('I go on.')],
      ['BLUE', textScript('The blue one.')],
      ['GREEN', textScript('The green one.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('Go')
    // It has a place before it has asked; words that come in between join its first request.
    await expect.poll(() => host.askedWith('LOOK')).toHaveLength(1)
    const agent = await firstAgentOf(app, sessionId)
    await app.handlers['agent.message']({ sessionId: agent.sessionId, text: 'Take the BLUE one.' }, CALLER)
    gate.open()
    await app.until(async () => (await agentsOf(app, sessionId))[0]?.state === 'done')
    await app.handlers['agent.message']({ sessionId: agent.sessionId, text: 'And the GREEN one.' }, CALLER)
    await app.until(async () =>
      JSON.stringify((await app.look(agent.sessionId)).path).includes('The green one.'),
    )
    expect(wordsOf(host.askedWith('GREEN')[0])).toContain('The blue one.')
    await app.app.idle()
  })

  it('is called by its title, and named with its id to whoever asks for another', async () => {
    const tell = (resume: string) => delegate({ title: 'More', prompt: 'MORE', resume })
    const idIn = (said: unknown) => /ses_[0-9a-z]{8,}/.exec(JSON.stringify(said))?.[0] ?? ''
    host.answer(
      ['Early', tell('ses_nobody00')],
      ['None works', textScript('I see.')],
      ['Go', delegate({ title: 'Look', prompt: 'LOOK', agent: 'explore' })],
      ['LOOK', textScript('I saw it.')],
      ['I saw it', tell('the look')],
      ['Those that do', ({ messages }) => tell(idIn(messages.at(-1)))],
      ['MORE', textScript('And the rest.')],
      ['And the rest', delegate({ title: 'Most', prompt: 'MOST', resume: ' look' })],
      ['MOST', textScript('That is all.')],
      ['That is all', textScript('All of it.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('Early')
    await app.app.idle()
    await app.say(sessionId, 'Go')
    await app.app.idle()
    const agents = await agentsOf(app, sessionId)
    const told = host.askedWith('Those that do').map(({ messages }) => messages.at(-1)?.content)
    expect(told).toEqual([
      `No agent that works for you is called the look. Those that do: ${agents[0]?.sessionId} “Look”.`,
    ])
    expect([host.askedWith('That is all').length, agents.length]).toEqual([1, 1])
  })

  it('lets an agent neither stop nor speak to one that does not work for it', async () => {
    const gate = createGate()
    const [one, two] = ['One', 'Two'].map((title) => ({ title, prompt: `TASK-${title}`, background: true }))
    host.answer(
      ['Go', delegate({ ...one }, { ...two })],
      ['TASK-One', held(gate, 'one is done')],
      ['TASK-Two', callScript([{ name: 'stop_agent', args: { agent: 'one', reason: 'In my way.' } }])],
      ['is called one', delegate({ title: 'More', prompt: 'MORE', resume: 'One' })],
      ['is called One', opening(gate, textScript('two is done'))],
    )
    const app = await host.start()
    const sessionId = await app.begin('Go')
    await app.until(
      async () => (await agentsOf(app, sessionId)).filter(({ state }) => state === 'done').length === 2,
    )
    await app.app.idle()
    expect(wordsOf(host.askedWith('is called One')[0])).toContain('None works for you yet.')
    expect(host.askedWith('MORE')).toEqual([])
  })

  it('is where one can be moved to while it is waited for', async () => {
    const gate = createGate()
    host.answer(
      ['Go', delegate({ title: 'Look', prompt: 'LOOK' })],
      ['LOOK', held(gate, 'found it')],
      ['moved it to the background', textScript('I go on.')],
      ['found it', textScript('Now I know.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('Go')
    await app.until(async () => (await agentsOf(app, sessionId))[0]?.state === 'running')
    const agent = await firstAgentOf(app, sessionId)
    await app.handlers['agent.toBackground']({ sessionId: agent.sessionId }, CALLER)
    await app.until(async () => JSON.stringify((await app.look(sessionId)).path).includes('I go on.'))
    gate.open()
    await app.until(async () => JSON.stringify((await app.look(sessionId)).path).includes('Now I know.'))
  })
})
