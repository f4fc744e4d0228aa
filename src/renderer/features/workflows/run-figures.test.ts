import { expect, it } from 'vitest'
import type { WorkflowAgentView } from '#shared/workflow/fold-workflow.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { createWorkflowStory } from '../../../../test/support/stories/workflow-story.ts'
import { budgetUses, spentBy } from './run-figures.ts'
import { joined } from './runbar/history.ts'

const agent = (usd: number | null, output = 10) =>
  ({ cost: { usage: { input: 0, output }, usd } }) as WorkflowAgentView

it.each([
  ['of known prices is their sum', [agent(1), agent(0.5)], { usd: 1.5, partly: false }],
  ['of no price is unknown', [agent(null)], { usd: null, partly: false }],
  ['of some known prices says that there was more', [agent(1), agent(null)], { usd: 1, partly: true }],
  [
    'of a skipped agent beside one of no price is unknown',
    [agent(null), agent(0, 0)],
    { usd: null, partly: false },
  ],
  [
    'of an unused agent first, and then one of no price, is unknown',
    [agent(0, 0), agent(null)],
    { usd: null },
  ],
  ['of free agents beside one of no price is unknown', [agent(0), agent(null)], { usd: null, partly: false }],
  ['of free agents alone is nothing', [agent(0), agent(0, 0)], { usd: 0, partly: false }],
  ['counts nothing for who used nothing', [agent(1), agent(null, 0)], { usd: 1, partly: false }],
])('a cost %s', (_says, agents, spent) => {
  expect(spentBy(agents)).toMatchObject(spent)
})

it('lists a run once, however many began between two pages', () => {
  const run = (id: string) => ({ id }) as WorkflowRunListing
  const ids = joined([run('c'), run('b')], [run('b'), run('a')]).map(({ id }) => id)
  expect(ids).toEqual(['c', 'b', 'a'])
})

it('shows the ceiling that is nearer to its end first, and what agents at work may still use of it', () => {
  const told = createWorkflowStory([], 100)
  told.agent({}, 0, 1, { cost: { usage: { input: 0, output: 40 }, usd: 3 } })
  told.agent({}, 0)
  const uses = budgetUses({ budgetUsd: 4, warnUsd: null }, told.view())
  expect(uses).toEqual([
    { of: 'money', total: 4, spent: 3, reserved: 1, left: 0, warn: 3 },
    { of: 'tokens', total: 100, spent: 40, reserved: 40, left: 20, warn: 75 },
  ])
  expect(budgetUses({ budgetUsd: null, warnUsd: null }, told.view()).map((use) => use.of)).toEqual(['tokens'])
})
