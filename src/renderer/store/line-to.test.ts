import { expect, it } from 'vitest'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import { SessionId } from '#shared/ids.ts'
import { lineTo } from './line-to.ts'

const id = (name: string) => SessionId.parse(`ses_${name.padEnd(10, '0')}`)
const agent = (name: string, parent: string) =>
  ({ sessionId: id(name), parentSessionId: id(parent) }) as AgentRun

it('leads to an agent over those it works for, and goes round no circle', () => {
  const [a, b, c] = [agent('a', 'chat'), agent('b', 'a'), agent('c', 'b')]
  expect(lineTo(id('c'), [c, b, agent('d', 'chat'), a])).toEqual([a, b, c])
  expect(lineTo(id('x'), [agent('x', 'y'), agent('y', 'x')])).toHaveLength(2)
})
