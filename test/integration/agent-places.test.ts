import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'
import { type AgentHost, CALLER } from '../support/hosts/agent-host.ts'
import {
  agentsOf,
  delegate,
  held,
  openRuleHost,
  type Rule,
  type RuleHost,
} from '../support/hosts/rule-host.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'

type App = Awaited<ReturnType<AgentHost['start']>>

let host: RuleHost

beforeEach(async () => {
  host = await openRuleHost()
})
afterEach(() => host.close())

/** The app with so many places for the agents of a chat. */
async function start(maxParallel: number): Promise<App> {
  const table = modelTable('model', host.server.baseUrl, { maxTokens: 4_000 })
  await host.put('home/config.toml', `${table}\n${PLAIN_TITLES}\n[runs]\nmaxParallel = ${maxParallel}\n`)
  return host.start()
}

const statesOf = async (app: App, sessionId: SessionId): Promise<Record<string, AgentRun['state']>> =>
  Object.fromEntries((await agentsOf(app, sessionId)).map(({ title, state }) => [title, state]))

/** Resolves when the agents of a chat stand like this. */
const stand = (app: App, sessionId: SessionId, states: Readonly<Record<string, AgentRun['state']>>) =>
  expect.poll(() => statesOf(app, sessionId), { timeout: 10_000 }).toEqual(states)

async function allow(app: App, sessionId: SessionId, title: string): Promise<void> {
  const agent = (await agentsOf(app, sessionId)).find((each) => each.title === title)
  const [ask] = agent?.asks ?? []
  if (agent === undefined || ask === undefined) throw new Error(`${title} asks for nothing.`)
  await app.handlers['interaction.answer'](
    {
      sessionId: agent.sessionId,
      requestId: ask.requestId,
      outcome: 'approved',
      remember: { scope: 'once' },
    },
    CALLER,
  )
}

/** Agents of a chat in the background, each begun after the one before it has its place, or stands in line. */
function inTurn(...tasks: readonly { readonly title: string; readonly prompt: string }[]): Rule[] {
  const words = ['Go', ...tasks.map(({ title }) => `“${title}”`)]
  return words.map((word, index) => {
    const task = tasks[index]
    return [word, task === undefined ? textScript('All began.') : delegate({ ...task, background: true })]
  })
}

const asks = (file: string) => callScript([{ name: 'bash', args: { command: `touch ${file}.txt` } }])

it('gives the places of agents that wait for the person to others meanwhile', async () => {
  host.answer(
    [
      'Go',
      delegate(
        { title: 'First', prompt: 'FIRST' },
        { title: 'Second', prompt: 'SECOND' },
        { title: 'Third', prompt: 'THIRD' },
      ),
    ],
    ['FIRST', asks('first')],
    ['SECOND', asks('second')],
    ['THIRD', textScript('Third is done.')],
    ['call_1', textScript('Touched.')],
  )
  const app = await start(2)
  const sessionId = await app.begin('Go')
  await stand(app, sessionId, { First: 'waiting', Second: 'waiting', Third: 'done' })
  await allow(app, sessionId, 'First')
  await allow(app, sessionId, 'Second')
  await app.app.idle()
  await stand(app, sessionId, { First: 'done', Second: 'done', Third: 'done' })
})

it('lets one go on at once that was answered, and nobody else begin until there is room again', async () => {
  const gates = { other: createGate(), asked: createGate() }
  host.answer(
    ...inTurn(
      { title: 'Asking', prompt: 'ASKING' },
      { title: 'Other', prompt: 'OTHER' },
      { title: 'Last', prompt: 'LAST' },
    ),
    ['ASKING', asks('asked')],
    ['OTHER', held(gates.other, 'Other is done.')],
    ['LAST', textScript('Last is done.')],
    ['call_1', held(gates.asked, 'Touched.')],
  )
  const app = await start(1)
  const sessionId = await app.begin('Go')
  await stand(app, sessionId, { Asking: 'waiting', Other: 'running', Last: 'queued' })
  await allow(app, sessionId, 'Asking')
  await expect.poll(() => host.askedWith('call_1')).toHaveLength(1)
  gates.other.open()
  await stand(app, sessionId, { Asking: 'running', Other: 'done', Last: 'queued' })
  gates.asked.open()
  await app.app.idle()
  await stand(app, sessionId, { Asking: 'done', Other: 'done', Last: 'done' })
})

it('gives the place of one away that only waits for another one that asks', async () => {
  host.answer(
    ...inTurn({ title: 'Upper', prompt: 'UPPER' }, { title: 'Beside', prompt: 'BESIDE' }),
    ['UPPER', delegate({ title: 'Lower', prompt: 'LOWER' })],
    ['LOWER', asks('lower')],
    ['BESIDE', textScript('Beside is done.')],
  )
  const app = await start(1)
  const sessionId = await app.begin('Go')
  await stand(app, sessionId, { Upper: 'running', Lower: 'waiting', Beside: 'done' })
})

it('keeps the place of one that works on beside an agent in the background that asks', async () => {
  const gate = createGate()
  host.answer(
    ...inTurn({ title: 'Upper', prompt: 'UPPER' }, { title: 'Beside', prompt: 'BESIDE' }),
    ['UPPER', delegate({ title: 'Lower', prompt: 'LOWER', background: true })],
    ['LOWER', asks('lower')],
    ['“Lower”', held(gate, 'Upper is done.')],
    ['BESIDE', textScript('Beside is done.')],
  )
  const app = await start(1)
  const sessionId = await app.begin('Go')
  await stand(app, sessionId, { Upper: 'running', Lower: 'waiting', Beside: 'queued' })
  gate.open()
  await stand(app, sessionId, { Upper: 'done', Lower: 'waiting', Beside: 'done' })
})

it('does not let an agent stand in the way of another one that it waits for', async () => {
  host.answer(
    ['Go', delegate({ title: 'Known', prompt: 'KNOWN' })],
    ['KNOWN', textScript('I know it.')],
    ['Then', delegate({ title: 'Resuming', prompt: 'RESUMING' })],
    ['RESUMING', delegate({ title: 'Again', prompt: 'AGAIN', resume: 'no such' })],
    [
      'Those of this chat',
      ({ messages }) => {
        const id = /ses_[0-9a-z]{8,}(?= “Known”)/.exec(String(messages.at(-1)?.content))?.[0]
        return delegate({ title: 'Again', prompt: 'AGAIN', resume: id })
      },
    ],
    ['AGAIN', textScript('I knew it.')],
  )
  const app = await start(1)
  const sessionId = await app.begin('Go')
  await app.app.idle()
  await app.say(sessionId, 'Then')
  await stand(app, sessionId, { Known: 'done', Resuming: 'done' })
})

it('counts the agents of each chat by themselves', async () => {
  const gate = createGate()
  host.answer(
    ['One', delegate({ title: 'A', prompt: 'HELD' }, { title: 'B', prompt: 'HELD' })],
    ['Other', delegate({ title: 'C', prompt: 'QUICK' })],
    ['HELD', held(gate, 'Held is done.')],
    ['QUICK', textScript('Quick is done.')],
  )
  const app = await start(2)
  const one = await app.begin('One')
  await stand(app, one, { A: 'running', B: 'running' })
  const other = await app.begin('Other')
  await stand(app, other, { C: 'done' })
  gate.open()
  await app.app.idle()
})

it('lets one be stopped that waits for a place', async () => {
  const gate = createGate()
  host.answer(...inTurn({ title: 'A', prompt: 'HELD' }, { title: 'B', prompt: 'QUICK' }), [
    'HELD',
    held(gate, 'Held is done.'),
  ])
  const app = await start(1)
  const sessionId = await app.begin('Go')
  await stand(app, sessionId, { A: 'running', B: 'queued' })
  const queued = (await agentsOf(app, sessionId)).find(({ state }) => state === 'queued')
  if (queued === undefined) throw new Error('Nobody waits for a place.')
  await app.handlers['agent.stop']({ sessionId: queued.sessionId }, CALLER)
  await stand(app, sessionId, { A: 'running', B: 'stopped' })
  gate.open()
  await app.app.idle()
})
