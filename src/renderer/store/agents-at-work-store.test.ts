import { expect, it } from 'vitest'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import { SessionId } from '#shared/ids.ts'
import type { Api } from '../api.ts'
import { createAgentsAtWorkStore } from './agents-at-work-store.ts'

const runOf = (name: string, state: AgentRun['state']) =>
  ({ sessionId: SessionId.parse(`ses_${name.padEnd(10, '0')}`), state }) as AgentRun

it('follows those it knows, puts who is new in front, and hears nothing before it was asked', async () => {
  const api = { call: async () => [runOf('a', 'running')], onEvent: () => () => undefined } as unknown as Api
  const agents = createAgentsAtWorkStore(api)
  const states = () => agents.store.getState().runs?.map(({ state }) => state) ?? null
  agents.receive(runOf('b', 'running'))
  expect(states()).toBeNull()
  await agents.load()
  agents.receive(runOf('a', 'done'))
  agents.receive(runOf('b', 'waiting'))
  expect(states()).toEqual(['waiting', 'done'])
})
