import { afterEach, beforeEach, expect, it } from 'vitest'
import { wordsOf } from '../support/agent-host.ts'
import { textScript } from '../support/model-script.ts'
import { agentsOf, delegate, openRuleHost, type RuleHost } from '../support/rule-host.ts'

let host: RuleHost

beforeEach(async () => {
  host = await openRuleHost()
})
afterEach(() => host.close())

it('times an agent out, and uses what the other found', async () => {
  host.answer(
    ['Both', delegate({ title: 'A', prompt: 'TASK-A', timeLimit: 1 }, { title: 'B', prompt: 'TASK-B' })],
    ['TASK-A', { silent: true }],
    ['TASK-B', textScript('quick one')],
    ['quick one', textScript('I used B.')],
  )
  const app = await host.start()
  const sessionId = await app.begin('Both')
  await app.app.idle()
  expect(wordsOf(host.askedWith('quick one').at(-1))).toContain('It had not finished after 1 seconds.')
  const runs = await agentsOf(app, sessionId)
  // They began side by side, so either may stand first.
  expect(Object.fromEntries(runs.map(({ title, state }) => [title, state]))).toEqual({
    A: 'failed',
    B: 'done',
  })
})
