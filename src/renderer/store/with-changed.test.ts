import { expect, it } from 'vitest'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import { withChanged } from './with-changed.ts'

const agent = (name: string, state: AgentRun['state'] = 'running') =>
  ({ sessionId: `ses_${name}`, state }) as AgentRun

it('puts those that have changed in their places, leaves the others as they are, and says who is new', () => {
  const [a, b] = [agent('a'), agent('b')]
  const [changed, fresh] = [agent('b', 'done'), agent('c')]
  const { known, added } = withChanged([a, b], [fresh, changed])
  expect([known, added]).toEqual([[a, changed], [fresh]])
  expect([known[0] === a, known[1] === changed]).toEqual([true, true])
})
