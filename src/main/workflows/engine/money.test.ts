import { beforeAll, expect, it } from 'vitest'
import { englishOf } from '#shared/sentences.ts'
import { NO_COST } from '#shared/workflow/add-cost.ts'
import { type BuiltSandbox, buildSandbox } from '../../../../test/support/disk/script-sandbox.ts'
import {
  costOf,
  never,
  pretendAgents,
  runToEnd,
  script,
  type TestRequest,
} from '../../../../test/support/rigs/workflow-rig.ts'
import { createCeilings } from './ceilings.ts'
import type { AgentEnd, AgentRunner } from './ports.ts'

let sandbox: BuiltSandbox
beforeAll(async () => {
  sandbox = await buildSandbox()
}, 60_000)

const TWENTY = script(
  `return await parallel(Array.from({ length: 20 }, (_, n) => () => agent('Count ' + n)))`,
)
const costing = (usd: number | null): AgentRunner => {
  const agents = pretendAgents(() => 'counted')
  const priced = async (end: Promise<AgentEnd>): Promise<AgentEnd> => {
    const came = await end
    return { ...came, cost: { ...came.cost, usd } }
  }
  return {
    start: async (...asked) => {
      const started = await agents.start(...asked)
      return { ...started, end: priced(started.end) }
    },
  }
}
const run = (request: Partial<TestRequest>) =>
  runToEnd(sandbox.host(), { source: TWENTY, concurrency: 4, ...request })

it('pauses when the money is spent, over it by no more than what was at work, and goes on with more', async () => {
  const first = await run({ budgetUsd: 1, agents: costing(0.2) })
  const spent = first.journal.rows.reduce((sum, { cost }) => sum + (cost.usd ?? 0), 0)
  expect(first.end).toMatchObject({ state: 'paused', error: { code: 'limit.exceeded' } })
  expect(first.end.error?.message).toMatch(/^The limit of \$1\.00 is reached \(\$1\.\d\d\)\. Raise it/)
  expect(englishOf(first.end.error?.said ?? [])).toBe(first.end.error?.message)
  expect(spent).toBeGreaterThanOrEqual(1)
  expect(spent).toBeLessThanOrEqual(1 + 4 * 0.2)

  const memo = first.journal.rows
  const before = { ...NO_COST, usd: spent }
  const second = await run({ attempt: 2, budgetUsd: 9, agents: costing(0.2), memo, before })
  expect(second.end.state).toBe('done')
  expect(second.journal.rows).toHaveLength(20 - memo.length)
})

it('counts what earlier attempts cost', async () => {
  const { end, journal } = await run({
    budgetUsd: 1,
    agents: costing(0.2),
    before: { ...NO_COST, usd: 1.1 },
  })
  expect(end).toMatchObject({ state: 'paused', error: { code: 'limit.exceeded' } })
  expect(journal.rows).toEqual([])
})

it('lets an answer be as long as can still be paid for, after what asking costs', async () => {
  const { hold } = createCeilings({ tokens: null, usd: 0.1 }, NO_COST)
  const { answerRoom, grows } = await hold(never)
  // Five cents reserved and half of the five unreserved, less one for the input, at ten per million.
  expect(answerRoom({ wanted: 100_000, asking: 10_000, perToken: 10 })).toBe(6_500)
  expect(answerRoom({ wanted: 800, asking: 10_000, perToken: 10 })).toBe(800)
  expect(answerRoom({ wanted: 100_000, asking: 0, perToken: 0 })).toBe(100_000)
  grows({ ...costOf(6_500), usd: 0.1 })
  expect(answerRoom({ wanted: 100_000, asking: 10_000, perToken: 10 })).toBe(200)
})

it('holds nobody back for what has no price', async () => {
  const { end } = await run({ budgetUsd: 0.01, agents: costing(null) })
  expect(end.state).toBe('done')
})
