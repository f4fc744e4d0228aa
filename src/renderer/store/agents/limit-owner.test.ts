import { expect, it } from 'vitest'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import { SessionId } from '#shared/ids.ts'
import { limitOwnerOf } from './limit-owner.ts'

const id = (name: string) => SessionId.parse(`ses_${name.padEnd(10, '0')}`)
const LINES = { warnCost: null, stopCost: null, warnTokens: null, stopTokens: 30 }

type Given = { readonly said?: string; readonly agent?: string; readonly limits?: AgentRun['limits'] }

/** An agent that a line has paused, with what was said at it. */
const pausedAt = (name: string, above: string, { said, agent = '', limits = null }: Given = {}): AgentRun =>
  ({
    sessionId: id(name),
    parentSessionId: id(above),
    chatId: id('chat'),
    title: name,
    limits,
    state: 'paused',
    said: said === undefined ? [] : [{ name: said, facts: { agent } }],
  }) as unknown as AgentRun

it.each(['chat', 'team'] as const)('finds that the line is that of the %s', (kind) => {
  const run = pausedAt('deep', 'map', { said: `${kind}.tokensReached`, limits: LINES })
  expect(limitOwnerOf(run, [run])).toEqual({ kind, chatId: id('chat') })
})

it('finds the agent above whose line it is, past one that has a line as well', () => {
  const runs = [
    pausedAt('map', 'chat', { limits: LINES }),
    pausedAt('dig', 'map', { limits: LINES }),
    pausedAt('deep', 'dig', { said: 'agent.costReached', agent: 'map' }),
  ]
  const found = (run: AgentRun | undefined) => run && limitOwnerOf(run, runs)
  expect(found(runs[2])).toEqual({ kind: 'agent', agent: runs[0] })
  expect(found(pausedAt('deep', 'dig', { said: 'agent.costReached', agent: 'named before' }))).toEqual({
    kind: 'agent',
    agent: runs[1],
  })
})

it('finds nothing where no line of theirs was come to, or the line is gone', () => {
  const gone = pausedAt('deep', 'chat', { said: 'agent.timeReached', agent: 'deep' })
  const ofRun = pausedAt('deep', 'chat', { said: 'run.costReached', limits: LINES })
  const goesOn = { ...pausedAt('deep', 'chat', { said: 'chat.costReached' }), state: 'running' as const }
  expect([gone, ofRun, goesOn].map((run) => limitOwnerOf(run, [run]))).toEqual([null, null, null])
})
