import { expect, it } from 'vitest'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import { SessionId } from '#shared/ids.ts'
import type { Api } from '../../api.ts'
import { createAgentsAtWorkStore, goesOnBelow, withBelow } from './agents-at-work-store.ts'

const id = (name: string) => SessionId.parse(`ses_${name.padEnd(10, '0')}`)
const runOf = (name: string, state: AgentRun['state'], chat = 'chat') =>
  ({ sessionId: id(name), chatId: id(chat), state }) as AgentRun

it('follows those it knows, puts who is new in front, and hears nothing before it was asked', async () => {
  const api = { call: async () => [runOf('a', 'running')], onEvent: () => () => undefined } as unknown as Api
  const agents = createAgentsAtWorkStore(api)
  const states = () => agents.store.getState().runs?.map(({ state }) => state) ?? null
  agents.receive([runOf('b', 'running')])
  expect(states()).toBeNull()
  await agents.load()
  agents.receive([runOf('a', 'done')])
  agents.receive([runOf('b', 'waiting')])
  expect(states()).toEqual(['waiting', 'done'])
})

it('counts who is at work from what main tells, also before anybody asked for the list', () => {
  const api = { call: async () => [], onEvent: () => () => undefined } as unknown as Api
  const agents = createAgentsAtWorkStore(api)
  const count = () => agents.store.getState().atWork.size
  agents.receive([runOf('a', 'running')])
  agents.receive([runOf('b', 'waiting')])
  agents.receive([runOf('a', 'running')])
  expect(count()).toBe(2)
  agents.receive([runOf('c', 'queued')])
  expect(count()).toBe(2)
  agents.receive([runOf('c', 'running')])
  expect(count()).toBe(3)
  agents.receive([runOf('a', 'done')])
  expect(count()).toBe(2)
})

it('counts who was at work before this window could be told, and those it was told of meanwhile', async () => {
  const known = [runOf('a', 'running'), runOf('b', 'running')]
  const api = { call: async () => known, onEvent: () => () => undefined } as unknown as Api
  const agents = createAgentsAtWorkStore(api)
  const watching = agents.watch()
  agents.receive([runOf('c', 'running')])
  await watching
  expect(agents.store.getState().atWork.size).toBe(3)
  agents.receive([runOf('a', 'done')])
  expect(agents.store.getState().atWork.size).toBe(2)
})

it('says of a chat whether somebody below it works or asks, however far below', async () => {
  const api = {
    call: async () => [runOf('z', 'waiting', 'other')],
    onEvent: () => () => undefined,
  } as unknown as Api
  const agents = createAgentsAtWorkStore(api)
  const below = (chat = 'chat') => goesOnBelow(agents.store.getState(), id(chat))
  agents.receive([runOf('a', 'queued')])
  expect([below(), below('other')]).toEqual(['running', null])
  await agents.watch()
  expect(below('other')).toBe('waiting')
  agents.receive([runOf('b', 'waiting')])
  expect(below()).toBe('waiting')
  agents.receive([runOf('b', 'running')])
  agents.receive([runOf('a', 'done')])
  expect(below()).toBe('running')
  agents.receive([runOf('b', 'paused')])
  expect([below(), agents.store.getState().atWork.size]).toEqual(['paused', 1])
  agents.receive([runOf('c', 'queued')])
  expect(below()).toBe('running')
  agents.receive([runOf('c', 'stopped')])
  agents.receive([runOf('b', 'done')])
  expect(below()).toBeNull()
})

it('knows who was paused before this window could be told, also behind the end of the list', async () => {
  const known = [runOf('a', 'paused'), runOf('b', 'done', 'other')]
  const call = async (name: string) => (name === 'agent.atWork' ? known : [runOf('c', 'done')])
  const agents = createAgentsAtWorkStore({ call, onEvent: () => () => undefined } as unknown as Api)
  const marks = () => ['chat', 'other'].map((chat) => goesOnBelow(agents.store.getState(), id(chat)))
  await agents.watch()
  const watched = marks()
  await agents.load()
  expect([watched, marks()]).toEqual([
    ['paused', null],
    ['paused', null],
  ])
})

it('takes nobody for at work of whom it heard the end while it asked', async () => {
  const api = { call: async () => [runOf('a', 'running')], onEvent: () => () => undefined } as unknown as Api
  const agents = createAgentsAtWorkStore(api)
  const watching = agents.watch()
  agents.receive([runOf('a', 'done')])
  await watching
  const { atWork, below } = agents.store.getState()
  expect([atWork.size, below.size]).toEqual([0, 0])
})

it.each([
  ['done', 'running', 'running'],
  ['done', 'waiting', 'waiting'],
  ['running', 'waiting', 'waiting'],
  ['waiting', 'running', 'waiting'],
  ['failed', null, 'failed'],
  ['done', 'paused', 'paused'],
  ['stopped', 'paused', 'paused'],
  ['running', 'paused', 'running'],
  ['waiting', 'paused', 'waiting'],
  ['failed', 'paused', 'failed'],
] as const)('marks a chat that is %s, with somebody below who is %s, as %s', (own, below, mark) => {
  expect(withBelow(own, below)).toBe(mark)
})
