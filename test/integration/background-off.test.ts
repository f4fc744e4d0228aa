import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CALLER, type SentRequest, toolsOf, wordsOf } from '../support/hosts/agent-host.ts'
import {
  agentsOf,
  delegate,
  firstAgentOf,
  held,
  openRuleHost,
  type RuleHost,
} from '../support/hosts/rule-host.ts'
import { createGate, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'

let host: RuleHost

beforeEach(async () => {
  host = await openRuleHost()
})
afterEach(() => host.close())

type App = Awaited<ReturnType<RuleHost['start']>>

const allow = (app: App, backgroundAgents: boolean) =>
  app.handlers['settings.set']({ backgroundAgents }, CALLER)

/** What can be said to the tool that gives work to agents, as a request offered it. */
const offeredIn = (request: SentRequest | undefined): string[] => {
  const tools = request?.tools as
    | readonly { function: { name: string; parameters: { properties: object } } }[]
    | undefined
  return Object.keys(
    tools?.find((tool) => tool.function.name === 'agent')?.function.parameters.properties ?? {},
  )
}

describe('while agents in the background are switched off', () => {
  it('none is offered, from the next request on, and again when they are switched on', async () => {
    host.answer(
      ['Go', delegate({ title: 'Look', prompt: 'LOOK' })],
      ['LOOK', textScript('found it')],
      ['found it', textScript('Now I know.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('Go')
    await app.app.idle()
    await allow(app, false)
    await app.say(sessionId, 'And now?')
    await allow(app, true)
    await app.say(sessionId, 'And again?')
    const offered = ['Go', 'And now?', 'And again?'].map((word) => {
      const all = offeredIn(host.askedWith(word)[0])
      return [all.includes('background'), all.includes('fork'), all.includes('prompt')]
    })
    expect(offered).toEqual([
      [true, true, true],
      [false, false, true],
      [true, true, true],
    ])
  })

  it('is chosen in the settings file as well', async () => {
    const model = modelTable('model', host.server.baseUrl, { maxTokens: 4_000 })
    await host.put('home/config.toml', `${model}\n${PLAIN_TITLES}\n[agents]\nbackground = false\n`)
    const app = await host.start()
    await app.begin('Go')
    await app.app.idle()
    expect(offeredIn(host.askedWith('Go')[0])).not.toContain('background')
  })

  it('a call that wants one is told what to do instead, and who is waited for works as ever', async () => {
    host.answer(
      [
        'Go',
        delegate(
          { title: 'Beside', prompt: 'LOOK', background: true },
          { title: 'Copy', prompt: 'LOOK', fork: true },
        ),
      ],
      ['you wait for its answer then', delegate({ title: 'Waited', prompt: 'LOOK', background: false })],
      ['Leave out fork', delegate({ title: 'Waited', prompt: 'LOOK', background: false })],
      ['LOOK', textScript('found it')],
      ['found it', textScript('Now I know.')],
    )
    const app = await host.start()
    await allow(app, false)
    const sessionId = await app.begin('Go')
    await app.app.idle()
    const told = wordsOf(host.sent().at(-1))
    expect(told).toContain('Leave out background: you wait for its answer then')
    expect(told).toContain('Leave out fork and say in prompt all it has to know')
    expect((await agentsOf(app, sessionId)).map(({ title, state }) => [title, state])).toEqual([
      ['Waited', 'done'],
    ])
  })

  it('who works there goes on, can be spoken to, and tells of its end', async () => {
    const gate = createGate()
    host.answer(
      ['Go', delegate({ title: 'Look', prompt: 'LOOK', background: true })],
      ['LOOK', held(gate, 'half of it')],
      ['has started', textScript('It is under way.')],
      ['Tell it', delegate({ title: 'Look', prompt: 'BOTH HALVES', resume: 'Look', background: true })],
      ['hears this with its next step', textScript('It was told.')],
      ['BOTH HALVES', textScript('all of it')],
      ['all of it', textScript('Now I know.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('Go')
    await app.until(() => host.askedWith('has started').length > 0 && host.askedWith('LOOK').length > 0)
    await allow(app, false)
    await app.handlers['session.send'](
      { target: { to: 'session', sessionId }, text: 'Tell it', images: [] },
      CALLER,
    )
    await app.until(() => host.askedWith('hears this with its next step').length > 0)
    gate.open()
    await app.until(async () => JSON.stringify((await app.look(sessionId)).path).includes('Now I know.'))
    await app.app.idle()
  })

  it('the person can neither fork nor begin coordinator mode, and is told where they are switched on', async () => {
    host.answer(['Go', textScript('Gone.')])
    const app = await host.start()
    await allow(app, false)
    const sessionId = await app.begin('Go')
    await app.app.idle()
    const where = 'Turn them on in the settings, under Chats.'
    await expect(app.say(sessionId, '/fork Look')).rejects.toThrow(where)
    await expect(app.say(sessionId, '/coordinator')).rejects.toThrow(where)
    await expect(app.begin('/coordinator Mend it')).rejects.toThrow(where)
    await expect(app.begin('Mend it', { agentId: 'coordinator' })).rejects.toThrow(where)
    const switching = { sessionId, agentId: 'coordinator' } as never
    await expect((async () => app.handlers['session.switchAgent'](switching, CALLER))()).rejects.toThrow(
      where,
    )
    expect(toolsOf(host.askedWith('Go')[0])).toContain('agent')
  })

  it('a chat in coordinator mode is told why nobody works for it, and can leave the mode', async () => {
    host.answer(
      ['Mend', delegate({ title: 'Mend', prompt: 'MEND' })],
      ['all who work for a coordinator do so there', textScript('I can do nothing.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('/coordinator')
    await allow(app, false)
    await app.say(sessionId, 'Mend it')
    expect(host.askedWith('all who work for a coordinator do so there')).toHaveLength(1)
    expect(await agentsOf(app, sessionId)).toEqual([])
    await app.say(sessionId, '/coordinator')
    await app.say(sessionId, 'Who are you?')
    expect(toolsOf(host.askedWith('Who are you?')[0])).toContain('write')
  })

  it('one that is waited for cannot be moved there', async () => {
    const gate = createGate()
    host.answer(['Go', delegate({ title: 'Look', prompt: 'LOOK' })], ['LOOK', held(gate, 'found it')])
    const app = await host.start()
    const chat = await app.begin('Go')
    await app.until(async () => (await agentsOf(app, chat))[0]?.state === 'running')
    await allow(app, false)
    const { sessionId } = await firstAgentOf(app, chat)
    const moving = async () => app.handlers['agent.toBackground']({ sessionId }, CALLER)
    await expect(moving()).rejects.toThrow('Background agents are turned off')
    gate.open()
    await app.app.idle()
  })
})
