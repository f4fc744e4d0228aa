import { expect, it } from 'vitest'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import { workedMs } from './worked.ts'

const run = (state: AgentRun['state'], startedAt: number, endedAt: number | null, earlierMs = 0) =>
  ({ state, startedAt, endedAt, earlierMs }) as AgentRun

it('adds up what ended runs took and what one that goes on has taken so far', () => {
  expect(workedMs([run('done', 1_000, 4_000, 500), run('running', 5_000, null)], 7_000)).toBe(5_500)
})

it('takes nothing for a run of which nobody knows when it ended', () => {
  expect(workedMs([run('interrupted', 1_000, null)], 9_000)).toBe(0)
})
