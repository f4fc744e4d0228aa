import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import { CALLER, wordsOf } from '../support/hosts/agent-host.ts'
import { agentsOf, delegate, openRuleHost, type RuleHost } from '../support/hosts/rule-host.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

let host: RuleHost

beforeEach(async () => {
  host = await openRuleHost()
})
afterEach(() => host.close())

describe('approvals of an agent', () => {
  const writes = { name: 'write', args: { path: 'new.txt', text: 'words', content: 'words' } }

  it('reach the person with the name of the agent, and are answered from there', async () => {
    host.answer(
      ['Go', delegate({ title: 'Write it', prompt: 'WRITE it' })],
      ['WRITE', callScript([{ name: 'bash', args: { command: 'touch made.txt' } }])],
      ['call_1', textScript('Made.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('Go')
    let waiting: AgentRun | undefined
    await app.until(() => {
      waiting = app.heard
        .flatMap((message) =>
          message.t === 'app' && message.event.kind === 'agent.runs' ? message.event.runs : [],
        )
        .findLast(({ state }) => state === 'waiting')
      return waiting !== undefined
    })
    const [ask] = waiting?.asks ?? []
    expect(ask).toMatchObject({ what: 'permission', tool: 'bash', agentId: 'general' })
    if (waiting === undefined || ask === undefined) throw new Error('nothing is asked')
    await app.handlers['interaction.answer'](
      {
        sessionId: waiting.sessionId,
        requestId: ask.requestId,
        outcome: 'approved',
        remember: { scope: 'session' },
      },
      CALLER,
    )
    await app.app.idle()
    expect(await agentsOf(app, sessionId)).toMatchObject([{ state: 'done', asks: [] }])
    // What was allowed in this chat is allowed to the next agent too.
    host.answer(
      ['More', delegate({ title: 'Again', prompt: 'WRITE it' })],
      ['WRITE', callScript([{ name: 'bash', args: { command: 'touch made.txt' } }])],
      ['call_1', textScript('Made.')],
    )
    await app.say(sessionId, 'More')
    expect((await agentsOf(app, sessionId)).map(({ state }) => state)).toEqual(['done', 'done'])
  })

  it('are not even asked where its parent may not', async () => {
    host.answer(
      ['Go', delegate({ title: 'Write it', prompt: 'WRITE it' })],
      ['WRITE', callScript([writes])],
      ['call_1', textScript('Could not.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('Go', { agentId: 'plan' })
    await app.app.idle()
    const [refused] = host.askedWith('Plan mode is on, so nothing may be changed')
    expect(wordsOf(refused)).toContain('WRITE it')
    expect(await agentsOf(app, sessionId)).toMatchObject([{ state: 'done' }])
  })
})
