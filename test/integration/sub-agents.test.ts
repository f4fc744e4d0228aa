import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemOf, toolsOf, wordsOf } from '../support/hosts/agent-host.ts'
import { agentsOf, delegate, held, opening, openRuleHost, type RuleHost } from '../support/hosts/rule-host.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'

let host: RuleHost

beforeEach(async () => {
  host = await openRuleHost()
})
afterEach(() => host.close())

describe('an agent that is given a task', () => {
  it('works in a log of its own, and only its last message comes back', async () => {
    host.answer(
      ['Where is it?', delegate({ title: 'Find it', prompt: 'FIND the readme.', agent: 'explore' })],
      ['FIND', callScript([{ name: 'list', args: { path: '.' } }], 'I look around.')],
      ['README.md', textScript('It is in README.md:1.')],
      ['It is in', textScript('In the readme.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('Where is it?')
    await app.app.idle()
    const [asked] = host.askedWith('FIND')
    expect(systemOf(asked)).toContain('You search a project')
    expect(systemOf(asked)).not.toContain('You are the builder')
    expect(wordsOf(asked)).not.toContain('Where is it?')
    expect(toolsOf(asked)).toEqual(['read', 'list', 'glob', 'grep', 'bash'])
    const { path } = await app.look(sessionId)
    const answers = path.flatMap((event) => (event.kind === 'message' ? [event.payload.message] : []))
    expect(answers.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(answers[2]).toMatchObject({
      parts: [
        {
          t: 'text',
          text: expect.stringMatching(/^It is in README\.md:1\.\n\n\(agent ses_\w+, 2 turns; `resume` with/),
        },
      ],
      tool: { details: { kind: 'agent', agentId: 'explore', state: 'done', tools: 1 } },
    })
    expect(await agentsOf(app, sessionId)).toMatchObject([
      {
        agentId: 'explore',
        title: 'Find it',
        state: 'done',
        depth: 1,
        chatId: sessionId,
        parentSessionId: sessionId,
        callId: 'call_1',
        background: false,
        asks: [],
        problem: null,
        usage: { 'test/scripted': { input: 20, output: 10 } },
      },
    ])
  })

  it('is started side by side with others, and each answer is where its call was', async () => {
    const gate = createGate()
    host.answer(
      ['Both', delegate({ title: 'A', prompt: 'TASK-A' }, { title: 'B', prompt: 'TASK-B' })],
      ['TASK-A', held(gate, 'slow one')],
      ['TASK-B', opening(gate, textScript('quick one'))],
      ['quick one', textScript('Done.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('Both')
    await app.app.idle()
    const { path } = await app.look(sessionId)
    const tools = path.flatMap((event) =>
      event.kind === 'message' && event.payload.message.role === 'tool' ? [event.payload.message.parts] : [],
    )
    const named = (words: string) => [
      { t: 'text', text: expect.stringMatching(new RegExp(`^${words}\\n\\n\\(agent ses_\\w+, 1 turn; `)) },
    ]
    expect(tools).toEqual([named('slow one'), named('quick one')])
  })

  it('is refused to agents below the last level, and to whom its parent gives no work', async () => {
    await host.put(
      'home/agents/boss.md',
      '---\ndescription: Leads.\nmode: primary\ncanDelegateTo: [explore]\n---\n\nYou lead.\n',
    )
    host.answer(
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
    )
    const app = await host.start()
    await app.begin('Lead', { agentId: 'boss' })
    await app.app.idle()
    expect(wordsOf(host.askedWith('gives no work')[0])).toContain(
      'Boss gives no work to general. You can give work to: explore.',
    )
    expect(host.askedWith('no agent named title')).toHaveLength(1)
    const sessionId = await app.begin('Deep')
    await app.app.idle()
    expect(host.askedWith('LEVEL 4')).toEqual([])
    expect((await agentsOf(app, sessionId)).map(({ depth, subtree }) => [depth, subtree.agents])).toEqual([
      [1, 3],
      [2, 2],
      [3, 1],
    ])
  })

  it('stands among its siblings where its call stood, whoever was quickest', async () => {
    const titles = Array.from({ length: 12 }, (_, index) => `Task ${index + 1}`)
    host.answer(
      ['Go', delegate(...titles.map((title) => ({ title, prompt: `DO ${title}` })))],
      ['DO', textScript('done so')],
      ['done so', textScript('All are done.')],
      ['More', delegate({ title: 'Later', prompt: 'DO it' })],
    )
    const app = await host.start()
    const sessionId = await app.begin('Go')
    await app.app.idle()
    await app.say(sessionId, 'More')
    const first = (await agentsOf(app, sessionId)).map(({ title }) => title)
    expect(first).toEqual([...titles, 'Later'])
  })

  it('is chosen from those there are, and the person’s own are among them', async () => {
    await host.put(
      'home/agents/tide-reader.md',
      '---\ndescription: Reads tide tables and says when the water comes.\nmode: subagent\n---\n\nYou read tides.\n',
    )
    await host.put(
      'home/agents/boss.md',
      '---\ndescription: Leads.\nmode: primary\ncanDelegateTo: [explore]\n---\n\nYou lead.\n',
    )
    host.answer(['Hello', textScript('Hello.')])
    const app = await host.start()
    await app.begin('Hello')
    await app.app.idle()
    await app.begin('Hello', { agentId: 'boss' })
    await app.app.idle()
    const told = host.sent().map(({ tools = [] }) => {
      const tool = tools.find((each) => each.function.name === 'agent')?.function
      return (tool as { description?: string } | undefined)?.description
        ?.split('\n')
        .filter((line) => line.startsWith('- tide') || line.startsWith('- explore:'))
    })
    expect(told.map((lines) => lines?.length)).toEqual([2, 1])
    expect(told[0]?.[1]).toBe('- tide-reader: Reads tide tables and says when the water comes.')
  })
})
