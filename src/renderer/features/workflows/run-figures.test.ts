import { expect, it } from 'vitest'
import type { WorkflowAgentView } from '#shared/workflow/fold-workflow.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { spentBy } from './run-figures.ts'
import { joined } from './runbar/history.ts'

const agent = (usd: number | null, output = 10) =>
  ({ cost: { usage: { input: 0, output }, usd } }) as WorkflowAgentView

it.each([
  ['of known prices is their sum', [agent(1), agent(0.5)], { usd: 1.5, partly: false }],
  ['of no price is unknown', [agent(null)], { usd: null, partly: false }],
  ['of some known prices says that there was more', [agent(1), agent(null)], { usd: 1, partly: true }],
  ['counts nothing for who used nothing', [agent(1), agent(null, 0)], { usd: 1, partly: false }],
])('a cost %s', (_says, agents, spent) => {
  expect(spentBy(agents)).toMatchObject(spent)
})

it('lists a run once, however many began between two pages', () => {
  const run = (id: string) => ({ id }) as WorkflowRunListing
  const ids = joined([run('c'), run('b')], [run('b'), run('a')]).map(({ id }) => id)
  expect(ids).toEqual(['c', 'b', 'a'])
})
