import { expect, it } from 'vitest'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import { SessionId } from '#shared/ids.ts'
import { waitingBelow } from './waiting-below.ts'

const id = (name: string) => SessionId.parse(`ses_${name.padEnd(10, '0')}`)
const agent = (name: string, parent: string, state: AgentRun['state'] = 'running') =>
  ({ sessionId: id(name), parentSessionId: id(parent), state }) as AgentRun

it('knows who asks below each agent that is at work, the one that was started first', () => {
  const [first, second] = [agent('c', 'b', 'waiting'), agent('e', 'a', 'waiting')]
  const runs = [agent('a', 'chat'), agent('b', 'a'), first, agent('d', 'chat'), second]
  expect([...waitingBelow(runs)]).toEqual([
    [id('b'), first],
    [id('a'), first],
  ])
})

it('goes round no circle', () => {
  const runs = [agent('a', 'b'), agent('b', 'a'), agent('c', 'a', 'waiting')]
  expect([...waitingBelow(runs).keys()]).toEqual([id('a'), id('b')])
})
