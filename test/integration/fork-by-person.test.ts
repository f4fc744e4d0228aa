import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { wordsOf } from '../support/hosts/agent-host.ts'
import { agentsOf, delegate, held, openRuleHost, type RuleHost } from '../support/hosts/rule-host.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'

const within = { timeout: 20_000 }
let host: RuleHost

beforeEach(async () => {
  host = await openRuleHost()
})
afterEach(() => host.close())

describe('/fork', () => {
  it('copies the agent with all that was said, in the background, and tells of its end', async () => {
    host.answer(
      ['Hello', textScript('The tide is at noon.')],
      ['There are two.', textScript('Two tides, then.')],
      ['Count the tides', textScript('There are two.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('Hello')
    await app.app.idle()
    await app.say(sessionId, '/fork Count the tides')
    await app.until(async () => JSON.stringify((await app.look(sessionId)).path).includes('Two tides, then.'))
    await app.app.idle()
    const [asked] = host.askedWith('Count the tides')
    expect(wordsOf(asked)).toContain('The tide is at noon.')
    expect(wordsOf(asked)).toContain('you are a fork')
    expect(await agentsOf(app, sessionId)).toMatchObject([
      { title: 'Count the tides', fork: true, background: true, state: 'done', agentId: 'build' },
    ])
  })

  it('works while its chat does, from what is stored of it', async () => {
    const gate = createGate()
    host.answer(
      ['Hello', callScript([{ name: 'list', args: { path: '.' } }])],
      ['README.md', held(gate, 'I listed it.')],
      ['Count the tides', textScript('There are two.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('Hello')
    await expect.poll(() => host.askedWith('README.md').length, within).toBeGreaterThan(0)
    await app.handlers['session.send'](
      { target: { to: 'session', sessionId }, text: '/fork Count the tides', images: [] },
      { windowId: 1 },
    )
    await app.until(async () => (await agentsOf(app, sessionId))[0]?.state === 'done')
    expect(wordsOf(host.askedWith('Count the tides')[0])).toContain('README.md')
    gate.open()
    await app.app.idle()
  }, 30_000)

  it('says what is missing before anything is made', async () => {
    const app = await host.start()
    await expect(app.begin('/fork')).rejects.toThrow('Write the task of the fork after /fork')
    await expect(app.begin('/fork Count')).rejects.toThrow('no messages yet')
    const sessionId = await app.begin('/coordinator')
    await expect(app.say(sessionId, '/fork Count')).rejects.toThrow('no messages yet')
  })
})

it('tries an agent that hangs in a tool again by itself, once, and uses what its sibling found', async () => {
  await host.put('home/config.toml', `[runs]\nsilentMinutes = 0.1\n\n${CONFIG(host.server.baseUrl)}`)
  host.answer(
    ['Both', delegate({ title: 'Hangs', prompt: 'HANG' }, { title: 'Quick', prompt: 'QUICK' })],
    ['quick one', textScript('Both are here.')],
    ['QUICK', textScript('quick one')],
    ['HANG', callScript([{ name: 'bash', args: { command: 'sleep 600' } }])],
    ['do not repeat what hung', textScript('found without it')],
  )
  const app = await host.start()
  const sessionId = await app.begin('Both', { permissionMode: 'bypass' })
  await app.app.idle()
  const told = wordsOf(host.askedWith('quick one').at(-1))
  expect(told).toContain('quick one')
  expect(told).toContain('found without it')
  const runs = await agentsOf(app, sessionId)
  expect(Object.fromEntries(runs.map(({ title, state }) => [title, state]))).toEqual({
    Hangs: 'done',
    Quick: 'done',
  })
  const hung = runs.find(({ title }) => title === 'Hangs')
  const tries = hung === undefined ? [] : Object.values((await app.look(hung.sessionId)).folds.runs)
  expect(tries.map(({ status, error }) => [status, error?.said?.[0]?.name])).toEqual([
    ['failed', 'agent.silent'],
    ['completed', undefined],
  ])
}, 60_000)

const CONFIG = (baseUrl: string) => `${modelTable('model', baseUrl, { maxTokens: 4_000 })}\n${PLAIN_TITLES}`
