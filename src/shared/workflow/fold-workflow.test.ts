import { expect, it } from 'vitest'
import { EMPTY_WORKFLOW, foldWorkflow, type WorkflowView } from './fold-workflow.ts'
import { AgentRef } from './workflow.ts'
import type { WorkflowAgentChanged, WorkflowEvent } from './workflow-events.ts'

const started = (attempt: number, more = {}): WorkflowEvent => ({
  kind: 'workflow.started',
  payload: {
    attempt,
    name: 'tale',
    description: '',
    phases: [],
    scriptHash: 'h',
    args: null,
    concurrency: 3,
    budget: null,
    memo: 0,
    ...more,
  },
})
const call = (key: string) => ({
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

const ref = (name: string) => AgentRef.parse({ sessionId: `ses_${name}0000`, runId: `run_${name}0000` })
const used = (output: number, usd: number | null = null) => ({ usage: { input: 0, output }, usd })
const failed = (message: string) => ({ code: 'llm.other' as const, message, recoverable: false })

it('keeps where the earlier tries of an agent are, why they ended and what each of them used', () => {
  const view = after(
    [10, started(1)],
    [20, agent(1, 'running', { call: call('a'), ref: ref('aaaa') })],
    [30, agent(1, 'running', { cost: used(5, 0.5) })],
    // A correction continues in the same session.
    [35, agent(1, 'running', { ref: { ...ref('aaaa'), runId: ref('next').runId } })],
    [40, agent(1, 'running', { attempt: 2, ref: ref('bbbb'), error: failed('No.') })],
    [50, agent(1, 'running', { attempt: 2, cost: used(12, 2) })],
    [60, agent(1, 'running', { attempt: 3, ref: ref('cccc'), error: failed('No.') })],
  )
  expect(view.agents[0]).toMatchObject({
    ref: ref('cccc'),
    tries: [
      { ref: { sessionId: ref('aaaa').sessionId }, error: failed('No.'), cost: used(5, 0.5), attempt: 1 },
      { ref: ref('bbbb'), error: failed('No.'), cost: used(7, 1.5), attempt: 1 },
    ],
  })
})

it('keeps the tries of earlier attempts, and lists what came to a result with that result only', () => {
  const view = after(
    [10, started(1)],
    [20, agent(1, 'running', { call: call('a'), ref: ref('aaaa') })],
    [21, agent(1, 'running', { ref: ref('bbbb'), error: failed('No.') })],
    [22, agent(1, 'done')],
    [23, agent(2, 'running', { call: call('b'), ref: ref('cccc') })],
    [40, ended('interrupted')],
    [50, started(2)],
    [51, agent(1, 'done', { call: call('a'), memo: true, ref: ref('bbbb') })],
    [52, agent(2, 'running', { call: call('b'), ref: ref('dddd') })],
  )
  expect(view.agents.map(({ tries }) => tries.map((each) => each.ref))).toEqual([
    [ref('aaaa')],
    [ref('cccc')],
  ])
})

it('counts what earlier attempts used where that was noted, and else by what was told of their agents', () => {
  const first = [
    [10, started(1)],
    [20, agent(1, 'dead', { call: call('a'), cost: used(5) })],
    [40, ended('stopped')],
  ] as const
  const { before: told } = after(...first, [50, started(2)])
  const { before: noted } = after(...first, [50, started(2, { before: used(9) })])
  expect([told.usage.output, noted.usage.output]).toEqual([5, 9])
})
