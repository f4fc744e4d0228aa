import { afterEach, beforeEach, expect, it } from 'vitest'
import { CALLER } from '../support/hosts/agent-host.ts'
import { agentsOf, delegate, firstAgentOf, openRuleHost, type RuleHost } from '../support/hosts/rule-host.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'

let host: RuleHost

beforeEach(async () => {
  host = await openRuleHost()
})
afterEach(() => host.close())

it('says of an agent that hangs in a tool since when it is silent and at what, until it is heard of again', async () => {
  const model = modelTable('model', host.server.baseUrl, { maxTokens: 4_000 })
  // After a fifth of it a silence is told of.
  await host.put('home/config.toml', `[runs]\nsilentMinutes = 0.25\n\n${model}\n${PLAIN_TITLES}`)
  host.answer(
    ['Go', delegate({ title: 'Hangs', prompt: 'HANG' })],
    ['HANG', callScript([{ name: 'bash', args: { command: 'until [ -e go.txt ]; do sleep 0.05; done' } }])],
    ['call_1', textScript('It came.')],
    ['It came', textScript('I have it.')],
  )
  const app = await host.start()
  const sessionId = await app.begin('Go', { permissionMode: 'bypass' })
  const quiet = async () => (await agentsOf(app, sessionId))[0]?.quiet ?? null
  await app.until(async () => (await quiet()) !== null)
  const silent = await firstAgentOf(app, sessionId)
  expect(silent).toMatchObject({
    state: 'running',
    quiet: { since: expect.any(Number), limitMs: 15_000 },
    doing: { tool: 'bash', since: expect.any(Number) },
  })
  expect(silent.quiet?.since).toBeGreaterThanOrEqual(silent.startedAt)
  expect(silent.doing?.since).toBeGreaterThanOrEqual(silent.startedAt)
  // Looking at it, or changing something about it, is no sign of life.
  await app.look(silent.sessionId)
  const none = { warnCost: null, stopCost: null, warnTokens: null, stopTokens: 1_000_000 }
  await app.handlers['session.update']({ sessionId: silent.sessionId, changes: { limits: none } }, CALLER)
  await app.until(async () => (await firstAgentOf(app, sessionId)).limits !== null)
  expect(await quiet()).toEqual(silent.quiet)
  await host.put('project/go.txt', '')
  await app.until(async () => (await quiet()) === null)
  await app.app.idle()
  expect(await firstAgentOf(app, sessionId)).toMatchObject({ state: 'done', quiet: null })
}, 30_000)

it('adds up the time of an agent and of all that worked for it, beside what they used', async () => {
  host.answer(
    ['Go', delegate({ title: 'Upper', prompt: 'UPPER' })],
    ['UPPER', delegate({ title: 'Lower', prompt: 'LOWER' })],
    ['LOWER', callScript([{ name: 'list', args: { path: '.' } }])],
    ['README.md', textScript('found below')],
    ['found below', textScript('found above')],
    ['found above', textScript('Good.')],
  )
  const app = await host.start()
  const sessionId = await app.begin('Go')
  await app.app.idle()
  const [upper, lower] = await agentsOf(app, sessionId)
  if (upper === undefined || lower === undefined) throw new Error('An agent is missing.')
  const { worked, subtree } = upper
  expect([worked.going, lower.worked.going, subtree.worked.going, subtree.agents]).toEqual([0, 0, 0, 2])
  expect(lower.worked.ms).toBeGreaterThan(0)
  expect(subtree.worked.ms).toBe(worked.ms + lower.worked.ms)
  expect(lower.subtree.worked.ms).toBe(lower.worked.ms)
})
