import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SentRequest } from '../support/hosts/agent-host.ts'
import { agentsOf, delegate, openRuleHost, type RuleHost } from '../support/hosts/rule-host.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

let host: RuleHost

beforeEach(async () => {
  host = await openRuleHost()
})
afterEach(() => host.close())

/** The messages of a request as they go over the wire, without the bracket at their end. */
const bytes = (request: SentRequest | undefined) => JSON.stringify(request?.messages).slice(0, -1)
const rest = ({ messages: _, ...others }: SentRequest) => JSON.stringify(others)

describe('a fork', () => {
  it('begins with the very bytes of the chat it was made from, and differs from its sibling in its task', async () => {
    host.answer(
      ['Look first', callScript([{ name: 'read', args: { path: 'README.md' } }], 'I look.')],
      ['A project', textScript('I know it now.')],
      [
        'Go on',
        delegate(
          { title: 'One', prompt: 'TRY-ONE', fork: true },
          { title: 'Two', prompt: 'TRY-TWO', fork: true },
        ),
      ],
      ['TRY-ONE', textScript('One works.')],
      ['TRY-TWO', textScript('Two works.')],
      ['has started', textScript('I wait for nobody.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('Look first')
    await app.app.idle()
    await app.say(sessionId, 'Go on')
    await app.until(async () => (await agentsOf(app, sessionId)).every(({ state }) => state === 'done'))
    const [asked] = host.askedWith('Go on')
    const [one] = host.askedWith('TRY-ONE')
    const [two] = host.askedWith('TRY-TWO')
    if (asked === undefined || one === undefined || two === undefined) throw new Error('Not all were asked.')
    expect(bytes(one).startsWith(bytes(asked))).toBe(true)
    expect(rest(one)).toBe(rest(asked))
    expect(JSON.stringify(two.messages.slice(0, -1))).toBe(JSON.stringify(one.messages.slice(0, -1)))
    expect([one, two].map(({ messages }) => messages.at(-1)?.content)).toEqual(['TRY-ONE', 'TRY-TWO'])
    expect(await agentsOf(app, sessionId)).toMatchObject([
      { title: 'One', fork: true, background: true, agentId: 'build' },
      { title: 'Two', fork: true, background: true, agentId: 'build' },
    ])
    await app.app.idle()
  })

  it('starts no workflows, although it is offered what its chat is', async () => {
    host.answer(
      ['Go', delegate({ title: 'One', prompt: 'TRY', fork: true })],
      ['TRY', callScript([{ name: 'workflow', args: { name: 'survey-project' } }])],
      ['Only chats start workflows', textScript('Then I do it myself.')],
      ['has started', textScript('It works.')],
      ['Then I do it myself', textScript('Good.')],
    )
    const app = await host.start()
    await app.begin('Go')
    await app.until(() => host.askedWith('Only chats start workflows').length > 0)
    await app.app.idle()
  })

  it('starts no forks, and names nobody to do its work', async () => {
    host.answer(
      ['Go', delegate({ title: 'One', prompt: 'TRY', fork: true })],
      ['TRY', delegate({ title: 'Deeper', prompt: 'DEEPER', fork: true })],
      ['a fork starts no forks', textScript('Then I do it myself.')],
      ['Other', delegate({ title: 'Two', prompt: 'X', fork: true, agent: 'explore' })],
      ['leave out', textScript('I see.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('Go')
    await app.until(async () => (await agentsOf(app, sessionId))[0]?.state === 'done')
    await app.app.idle()
    expect(host.askedWith('DEEPER')).toEqual([])
    await app.begin('Other')
    await app.app.idle()
    expect(host.askedWith('leave out')).toHaveLength(1)
  })

  it('goes on where it stood when it is told more, without being told again what it knows', async () => {
    host.answer(
      ['Go', delegate({ title: 'One', prompt: 'TRY', fork: true })],
      ['TRY', textScript('It works.')],
      ['MORE', textScript('And more.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('Go')
    await app.until(async () => (await agentsOf(app, sessionId))[0]?.state === 'done')
    await app.app.idle()
    const [fork] = await agentsOf(app, sessionId)
    if (fork === undefined) throw new Error('No fork.')
    await app.handlers['agent.message']({ sessionId: fork.sessionId, text: 'MORE' }, { windowId: 1 })
    await app.until(
      async () => (await agentsOf(app, sessionId))[0]?.state === 'done' && host.askedWith('MORE').length > 0,
    )
    await app.app.idle()
    const [before] = host.askedWith('TRY')
    const [after] = host.askedWith('MORE')
    expect(bytes(after).startsWith(bytes(before))).toBe(true)
  })
})
