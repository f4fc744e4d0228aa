import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'
import {
  type AgentHost,
  CALLER,
  openAgentHost,
  type SentRequest,
  systemOf,
  toolsOf,
  wordsOf,
} from '../support/agent-host.ts'
import { callScript, createGate, type Gate, type Script, textScript } from '../support/model-script.ts'

type Rule = readonly [word: string, script: Script | ((request: SentRequest) => Script)]

let host: AgentHost
let rules: Rule[]

/** The newest thing said to the one who asks, and nothing before it. */
const newest = (request: SentRequest) => JSON.stringify(request.messages.at(-1))

beforeEach(async () => {
  rules = []
  host = await openAgentHost({
    respond: ({ body }) => {
      const request = body as SentRequest
      const rule = rules.find(([word]) => newest(request).includes(word))
      if (rule === undefined) return textScript('I have nothing to say.')
      return typeof rule[1] === 'function' ? rule[1](request) : rule[1]
    },
  })
})
afterEach(() => host.close())

const delegate = (...tasks: readonly Record<string, unknown>[]): Script =>
  callScript(tasks.map((args) => ({ name: 'agent', args })))
/** The requests in which this was the newest word. */
const askedWith = (word: string) => host.sent().filter((request) => newest(request).includes(word))
const agentsOf = async (
  app: Awaited<ReturnType<AgentHost['start']>>,
  sessionId: SessionId,
): Promise<readonly AgentRun[]> => app.handlers['agent.runs']({ sessionId }, CALLER)

describe('an agent that is given a task', () => {
  it('works in a log of its own, and only its last message comes back', async () => {
    rules = [
      ['Where is it?', delegate({ title: 'Find it', prompt: 'FIND the readme.', agent: 'explore' })],
      ['FIND', callScript([{ name: 'list', args: { path: '.' } }], 'I look around.')],
      ['README.md', textScript('It is in README.md:1.')],
      ['It is in', textScript('In the readme.')],
    ]
    const app = await host.start()
    const sessionId = await app.begin('Where is it?')
    await app.app.idle()
    const [asked] = askedWith('FIND')
    expect(systemOf(asked)).toContain('You search a project')
    expect(systemOf(asked)).not.toContain('You are the builder')
    expect(wordsOf(asked)).not.toContain('Where is it?')
    expect(toolsOf(asked)).toEqual(['read', 'list', 'glob', 'grep', 'bash'])
    const { path } = await app.look(sessionId)
    const answers = path.flatMap((event) => (event.kind === 'message' ? [event.payload.message] : []))
    expect(answers.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(answers[2]).toMatchObject({
      parts: [{ t: 'text', text: 'It is in README.md:1.' }],
      tool: { details: { kind: 'agent', agentId: 'explore', state: 'done', tools: 1 } },
    })
    expect(await agentsOf(app, sessionId)).toMatchObject([
      {
        ...{ agentId: 'explore', title: 'Find it', state: 'done', depth: 1, chatId: sessionId },
        ...{ parentSessionId: sessionId, callId: 'call_1', background: false, asks: [], problem: null },
        usage: { 'test/scripted': { input: 20, output: 10 } },
      },
    ])
  })

  it('is started side by side with others, and each answer is where its call was', async () => {
    const gate = createGate()
    const slow: Script = {
      steps: [
        { do: 'wait', gate },
        { do: 'text', text: 'slow one' },
        { do: 'finish', reason: 'stop' },
      ],
    }
    rules = [
      ['Both', delegate({ title: 'A', prompt: 'TASK-A' }, { title: 'B', prompt: 'TASK-B' })],
      ['TASK-A', slow],
      ['TASK-B', opening(gate, textScript('quick one'))],
      ['quick one', textScript('Done.')],
    ]
    const app = await host.start()
    const sessionId = await app.begin('Both')
    await app.app.idle()
    const { path } = await app.look(sessionId)
    const tools = path.flatMap((event) =>
      event.kind === 'message' && event.payload.message.role === 'tool' ? [event.payload.message.parts] : [],
    )
    expect(tools).toEqual([[{ t: 'text', text: 'slow one' }], [{ t: 'text', text: 'quick one' }]])
  })

  it('is refused to agents below the last level, and to whom its employer gives no work', async () => {
    await host.put(
      'home/agents/boss.md',
      '---\ndescription: Leads.\nmode: primary\ncanDelegateTo: [explore]\n---\n\nYou lead.\n',
    )
    rules = [
      ['Lead', delegate({ title: 'X', prompt: 'X', agent: 'general' })],
      ['gives no work', delegate({ title: 'X', prompt: 'X', agent: 'title' })],
      ['no agent named title', textScript('I see.')],
      ['Deep', delegate({ title: 'One', prompt: 'LEVEL 1' })],
      ['LEVEL 1', delegate({ title: 'Two', prompt: 'LEVEL 2' })],
      ['LEVEL 2', delegate({ title: 'Three', prompt: 'LEVEL 3' })],
      ['LEVEL 3', delegate({ title: 'Four', prompt: 'LEVEL 4' })],
      ['levels deep', textScript('Bottom.')],
      ['Bottom.', textScript('Up.')],
      ['Up.', textScript('Bottom.')],
    ]
    const app = await host.start()
    await app.begin('Lead', { agentId: 'boss' })
    await app.app.idle()
    expect(wordsOf(askedWith('gives no work')[0])).toContain(
      'Boss gives no work to general. You can give work to: explore.',
    )
    expect(askedWith('no agent named title')).toHaveLength(1)
    const sessionId = await app.begin('Deep')
    await app.app.idle()
    expect(askedWith('LEVEL 4')).toEqual([])
    expect((await agentsOf(app, sessionId)).map(({ depth, subtree }) => [depth, subtree.agents])).toEqual([
      [1, 3],
      [2, 2],
      [3, 1],
    ])
  })
})

describe('approvals of an agent', () => {
  const writes = { name: 'write', args: { path: 'new.txt', text: 'words', content: 'words' } }

  it('reach the person with the name of the agent, and are answered from there', async () => {
    rules = [
      ['Go', delegate({ title: 'Write it', prompt: 'WRITE it' })],
      ['WRITE', callScript([{ name: 'bash', args: { command: 'touch made.txt' } }])],
      ['call_1', textScript('Made.')],
    ]
    const app = await host.start()
    const sessionId = await app.begin('Go')
    let waiting: AgentRun | undefined
    await app.until(() => {
      waiting = app.heard
        .flatMap((message) =>
          message.t === 'app' && message.event.kind === 'agent.run' ? [message.event.run] : [],
        )
        .findLast(({ state }) => state === 'waiting')
      return waiting !== undefined
    })
    const [ask] = waiting?.asks ?? []
    expect(ask).toMatchObject({ what: 'permission', tool: 'bash', agentId: 'general' })
    if (waiting === undefined || ask === undefined) throw new Error('nothing is asked')
    await app.handlers['interaction.answer'](
      {
        ...{ sessionId: waiting.sessionId, requestId: ask.requestId, outcome: 'approved' },
        remember: { scope: 'session' },
      },
      CALLER,
    )
    await app.app.idle()
    expect(await agentsOf(app, sessionId)).toMatchObject([{ state: 'done', asks: [] }])
    // What was allowed in this chat is allowed to the next agent too.
    rules = [['More', delegate({ title: 'Again', prompt: 'WRITE it' })], ...rules.slice(1)]
    await app.say(sessionId, 'More')
    expect((await agentsOf(app, sessionId)).map(({ state }) => state)).toEqual(['done', 'done'])
    void writes
  })

  it('are not even asked where its employer may not', async () => {
    rules = [
      ['Go', delegate({ title: 'Write it', prompt: 'WRITE it' })],
      ['WRITE', callScript([writes])],
      ['call_1', textScript('Could not.')],
    ]
    const app = await host.start()
    const sessionId = await app.begin('Go', { agentId: 'plan' })
    await app.app.idle()
    expect(toolsOf(askedWith('WRITE')[0])).not.toContain('write')
    expect(await agentsOf(app, sessionId)).toMatchObject([{ state: 'done' }])
  })
})

it('times an agent out, and uses what the other found', async () => {
  rules = [
    ['Both', delegate({ title: 'A', prompt: 'TASK-A', timeLimit: 1 }, { title: 'B', prompt: 'TASK-B' })],
    ['TASK-A', { silent: true }],
    ['TASK-B', textScript('quick one')],
    ['quick one', textScript('I used B.')],
  ]
  const app = await host.start()
  const sessionId = await app.begin('Both')
  await app.app.idle()
  expect(wordsOf(askedWith('quick one').at(-1))).toContain('It had not finished after 1 seconds.')
  const runs = await agentsOf(app, sessionId)
  // They began side by side, so either may stand first.
  expect(Object.fromEntries(runs.map(({ title, state }) => [title, state]))).toEqual({
    A: 'failed',
    B: 'done',
  })
})

describe('an agent in the background', () => {
  it('lets its employer go on at once, and wakes it with what it found', async () => {
    const gate = createGate()
    rules = [
      ['Go', delegate({ title: 'Look', prompt: 'LOOK', background: true })],
      [
        'LOOK',
        {
          steps: [
            { do: 'wait', gate },
            { do: 'text', text: 'found it' },
            { do: 'finish', reason: 'stop' },
          ],
        },
      ],
      ['has started', textScript('I go on.')],
      ['found it', textScript('Now I know.')],
    ]
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
      'message',
      'child-summary',
      'message',
    ])
    expect(await agentsOf(app, sessionId)).toMatchObject([{ state: 'done', background: true }])
  })

  it('can be told more, while it works and after', async () => {
    const gate = createGate()
    rules = [
      ['Go', delegate({ title: 'Look', prompt: 'LOOK', background: true })],
      [
        'LOOK',
        { steps: [{ do: 'wait', gate }, ...stepsOf(callScript([{ name: 'list', args: { path: '.' } }]))] },
      ],
      ['has started', textScript('I go on.')],
      ['BLUE', textScript('The blue one.')],
      ['GREEN', textScript('The green one.')],
    ]
    const app = await host.start()
    const sessionId = await app.begin('Go')
    await app.until(async () => (await agentsOf(app, sessionId))[0]?.state === 'running')
    const [agent] = await agentsOf(app, sessionId)
    if (agent === undefined) throw new Error('no agent')
    await app.handlers['agent.message']({ sessionId: agent.sessionId, text: 'Take the BLUE one.' }, CALLER)
    gate.open()
    await app.until(async () => (await agentsOf(app, sessionId))[0]?.state === 'done')
    await app.handlers['agent.message']({ sessionId: agent.sessionId, text: 'And the GREEN one.' }, CALLER)
    await app.until(async () =>
      JSON.stringify((await app.look(agent.sessionId)).path).includes('The green one.'),
    )
    expect(wordsOf(askedWith('GREEN')[0])).toContain('The blue one.')
    await app.app.idle()
  })

  it('is where one can be moved to while it is waited for', async () => {
    const gate = createGate()
    rules = [
      ['Go', delegate({ title: 'Look', prompt: 'LOOK' })],
      [
        'LOOK',
        {
          steps: [
            { do: 'wait', gate },
            { do: 'text', text: 'found it' },
            { do: 'finish', reason: 'stop' },
          ],
        },
      ],
      ['moved it to the background', textScript('I go on.')],
      ['found it', textScript('Now I know.')],
    ]
    const app = await host.start()
    const sessionId = await app.begin('Go')
    await app.until(async () => (await agentsOf(app, sessionId))[0]?.state === 'running')
    const [agent] = await agentsOf(app, sessionId)
    if (agent === undefined) throw new Error('no agent')
    await app.handlers['agent.toBackground']({ sessionId: agent.sessionId }, CALLER)
    await app.until(async () => JSON.stringify((await app.look(sessionId)).path).includes('I go on.'))
    gate.open()
    await app.until(async () => JSON.stringify((await app.look(sessionId)).path).includes('Now I know.'))
  })
})

/** An answer that lets another one go on. */
function opening(gate: Gate, script: Script) {
  return () => {
    gate.open()
    return script
  }
}

function stepsOf(script: Script) {
  return 'steps' in script ? script.steps : []
}
