import { expect, it } from 'vitest'
import { EMPTY_WORKFLOW, foldWorkflow, type WorkflowView } from './fold-workflow.ts'
import type { WorkflowAgentChanged, WorkflowEvent } from './workflow-events.ts'

const started = (attempt: number, more = {}): WorkflowEvent => ({
  kind: 'workflow.started',
  payload: {
    ...{ attempt, name: 'tale', description: '', phases: [], scriptHash: 'h', args: null },
    ...{ concurrency: 3, budget: null, memo: 0, ...more },
  },
})
const call = (key: string) => ({
  ...{ label: key, phase: null, group: null, key, nth: 0, prompt: key, model: null, agentType: null },
  isolation: null,
})
const agent = (
  agentId: number,
  state: WorkflowAgentChanged['state'],
  more: Partial<WorkflowAgentChanged> = {},
): WorkflowEvent => ({ kind: 'workflow.agent', payload: { agentId, state, attempt: 1, ...more } })
const ended = (state: 'stopped' | 'interrupted' | 'done'): WorkflowEvent => ({
  kind: 'workflow.ended',
  payload: { state, spent: 0 },
})
const log = (text: string, more = {}): WorkflowEvent => ({
  kind: 'workflow.log',
  payload: { level: 'info', text, phase: null, group: null, ...more },
})

const after = (...events: readonly (readonly [at: number, event: WorkflowEvent])[]): WorkflowView =>
  events.reduce((view, [at, event]) => foldWorkflow(view, event, at), EMPTY_WORKFLOW)

it('knows when a line was said, also when it was stored later', () => {
  const { logs } = after([5, started(1)], [7, log('now')], [9, log('then', { happenedAt: 3 })])
  expect(logs.map(({ text, at }) => [text, at])).toEqual([
    ['now', 7],
    ['then', 3],
  ])
})

it.each([
  ['the app was killed', [], { from: 40, to: 100, why: 'closed' }],
  ['the app was closed', [[50, ended('interrupted')]], { from: 50, to: 100, why: 'closed' }],
  ['the person stopped it', [[60, ended('stopped')]], { from: 60, to: 100, why: 'stopped' }],
] as const)('leaves a gap where %s until the next attempt', (_says, ending, gap) => {
  const first = [
    [10, started(1)],
    [20, agent(1, 'running', { call: call('a') })],
    [40, log('last')],
  ] as const
  const view = after(...first, ...ending, [100, started(2)])
  expect([view.origin, view.startedAt, view.gaps]).toEqual([10, 100, [gap]])
})

it('gives a result from the memo the time in which the work was done', () => {
  const view = after(
    [10, started(1)],
    [20, agent(1, 'running', { call: call('a') })],
    [30, agent(1, 'done')],
    [40, ended('stopped')],
    [100, started(2)],
    [101, agent(1, 'done', { call: call('a'), memo: true })],
    [110, ended('stopped')],
    [200, started(3)],
    [201, agent(1, 'done', { call: call('a'), memo: true })],
    [202, agent(2, 'done', { call: call('from a fork'), memo: true })],
  )
  expect(view.agents.map(({ startedAt, endedAt }) => [startedAt, endedAt])).toEqual([
    [20, 30],
    [null, null],
  ])
})

it('keeps the tools and the cost an agent was last known to have used', () => {
  const cost = { usage: { input: 1, output: 2 }, usd: null }
  const view = after(
    [10, started(1)],
    [20, agent(1, 'running', { call: call('a') })],
    [30, agent(1, 'running', { cost, tools: 3 })],
    [40, agent(1, 'running', { waits: 'person' })],
  )
  expect(view.agents[0]).toMatchObject({ cost, tools: 3, waits: 'person' })
})
