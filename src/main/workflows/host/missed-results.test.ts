import { expect, it } from 'vitest'
import { NO_COST } from '#shared/workflow/add-cost.ts'
import { EMPTY_WORKFLOW, foldWorkflow } from '#shared/workflow/fold-workflow.ts'
import type { WorkflowAgentCall, WorkflowAgentChanged } from '#shared/workflow/workflow-events.ts'
import { missedResults } from './missed-results.ts'

const call = (key: string): WorkflowAgentCall => ({
  label: key,
  phase: null,
  group: null,
  key,
  nth: 0,
  prompt: key,
  model: null,
  agentType: null,
  isolation: null,
})
const running = (agentId: number, key: string): WorkflowAgentChanged => ({
  agentId,
  state: 'running',
  attempt: 1,
  call: call(key),
})
const done = (agentId: number): WorkflowAgentChanged => ({
  agentId,
  state: 'done',
  attempt: 1,
  cost: NO_COST,
})
const viewAfter = (...payloads: readonly WorkflowAgentChanged[]) =>
  payloads.reduce(
    (view, payload) => foldWorkflow(view, { kind: 'workflow.agent', payload }, 5),
    EMPTY_WORKFLOW,
  )
const announced = (agentId: number, key: string, nth = 0) => ({ key, nth, at: 7, event: done(agentId) })

it('are those of calls that the log knows and that are not over there', () => {
  const view = viewAfter(running(1, 'a'), running(2, 'b'), done(1))
  const all = [announced(1, 'a'), announced(2, 'b'), announced(3, 'c')]
  expect(missedResults(all, view)).toEqual([
    { kind: 'workflow.agent', payload: { ...done(2), happenedAt: 7 } },
  ])
  expect(missedResults(all, null)).toEqual([])
})

it('are not those of another call that had the same number in an earlier attempt', () => {
  expect(
    missedResults([announced(1, 'a'), announced(2, 'b', 1)], viewAfter(running(1, 'x'), running(2, 'b'))),
  ).toEqual([])
})
