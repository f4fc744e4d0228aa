import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { type AgentHost, CALLER } from '../support/hosts/agent-host.ts'
import {
  agentsOf,
  delegate,
  firstAgentOf,
  held,
  openRuleHost,
  type RuleHost,
} from '../support/hosts/rule-host.ts'
import { leading, openTeamHosts } from '../support/hosts/team-host.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'

type App = Awaited<ReturnType<AgentHost['start']>>

const BUSY = 'Agents of this chat are still running'
const remove = async (app: App, sessionId: SessionId) => app.handlers['session.delete']({ sessionId }, CALLER)
const restore = async (app: App, sessionId: SessionId) =>
  app.handlers['session.restore']({ sessionId }, CALLER)
const inbox = async (app: App) => (await app.handlers['inbox.list']({}, CALLER)).map(({ title }) => title)
const inBin = async (app: App) => (await app.handlers['session.bin']({}, CALLER)).map(({ id }) => id)

describe('a chat whose agents work in the background', () => {
  let host: RuleHost

  beforeEach(async () => {
    host = await openRuleHost()
  })
  afterEach(() => host.close())

  it('is deleted only once none of them does, and is whole again when it is restored', async () => {
    const gate = createGate()
    host.answer(
      ['Go', delegate({ title: 'Look', prompt: 'LOOK', background: true })],
      ['LOOK', held(gate, 'found it')],
      ['has started', textScript('I go on.')],
      ['found it', textScript('Now I know.')],
      ['MORE', textScript('Here is more.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('Go')
    const says = (words: string) =>
      app.until(async () => JSON.stringify((await app.look(sessionId)).path).includes(words))
    await says('I go on.')
    await expect(remove(app, sessionId)).rejects.toThrow(BUSY)
    expect(await inBin(app)).toEqual([])
    gate.open()
    await says('Now I know.')
    await app.app.idle()
    await remove(app, sessionId)
    const agent = await firstAgentOf(app, sessionId)
    const tell = async () =>
      app.handlers['agent.message']({ sessionId: agent.sessionId, text: 'MORE, please.' }, CALLER)
    const newest = async () => app.handlers['agent.runs']({ projectId: null, limit: 9 }, CALLER)
    await expect(tell()).rejects.toThrow('This chat is in the bin.')
    expect([await inBin(app), await newest()]).toEqual([[sessionId], []])
    await restore(app, sessionId)
    await tell()
    await app.app.idle()
    expect([await inBin(app), await newest()]).toMatchObject([[], [{ state: 'done' }]])
    expect(JSON.stringify((await app.look(agent.sessionId)).path)).toContain('Here is more.')
  })

  it('is not deleted while one of them asks, of whichever depth', async () => {
    host.answer(
      ['Go', delegate({ title: 'Upper', prompt: 'UPPER', background: true })],
      ['UPPER', delegate({ title: 'Lower', prompt: 'LOWER' })],
      ['LOWER', callScript([{ name: 'bash', args: { command: 'touch made.txt' } }])],
    )
    const app = await host.start()
    const sessionId = await app.begin('Go')
    await expect.poll(() => inbox(app), { timeout: 10_000 }).toEqual(['Lower'])
    await app.until(
      async () =>
        !Object.values((await app.look(sessionId)).folds.runs).some(({ status }) => status === 'running'),
    )
    await expect(remove(app, sessionId)).rejects.toThrow(BUSY)
    const upper = (await agentsOf(app, sessionId)).find(({ title }) => title === 'Upper')
    if (upper === undefined) throw new Error('Nobody works for the chat.')
    await app.handlers['agent.stop']({ sessionId: upper.sessionId }, CALLER)
    await app.app.idle()
    await remove(app, sessionId)
    expect([await inbox(app), await inBin(app)]).toEqual([[], [sessionId]])
  })
})

describe('a chat that leads a team', () => {
  const open = openTeamHosts()

  it('is deleted only once nobody of the team is at work', async () => {
    const gate = createGate()
    const place = await open({
      lead: leading(['mira'], () => textScript('I wait.')),
      mira: () => held(gate, 'I rest.'),
    })
    const app = await place.start()
    const sessionId = await app.begin('Begin.')
    await app.until(async () => JSON.stringify((await app.look(sessionId)).path).includes('I wait.'))
    await expect(remove(app, sessionId)).rejects.toThrow(BUSY)
    gate.open()
    await app.app.idle()
    await expect
      .poll(
        () =>
          remove(app, sessionId).then(
            () => inBin(app),
            () => [],
          ),
        { timeout: 9_000 },
      )
      .toEqual([sessionId])
  })
})
