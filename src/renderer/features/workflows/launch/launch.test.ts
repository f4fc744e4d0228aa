import { expect, it } from 'vitest'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { agentsMay, asksForWorktree } from './agents-may.ts'
import { argsOf, fieldsOf, readJson, startValues } from './args-fields.ts'
import { estimateOf } from './estimate.ts'
import { boundsOf, budgetOf, budgetUsdOf, startLimits, warnOf, warnUsdOf } from './limits.ts'

const USUAL = startLimits({ kind: 'saved', key: null })

const SCHEMA = {
  type: 'object',
  required: ['against'],
  properties: {
    against: { type: 'string' },
    reportFrom: { enum: ['Low', 'High'], default: 'Low' },
    judges: { enum: [1, 3, 5], default: 3 },
    parts: { type: 'array', items: { enum: ['a', 'b', 'c'] }, default: ['b'] },
    paths: { type: 'array', items: { type: 'string' } },
    votes: { type: 'integer', minimum: 1, maximum: 5, default: 3 },
    tests: { type: 'boolean', default: true },
    extra: { type: 'object' },
  },
}

const fields = fieldsOf(SCHEMA) ?? []

it('makes a control of every kind of argument', () => {
  expect(fields.map(({ title, control }) => [title, control.kind])).toEqual([
    ['Against', 'text'],
    ['Report from', 'choice'],
    ['Judges', 'choice'],
    ['Parts', 'choices'],
    ['Paths', 'list'],
    ['Votes', 'number'],
    ['Tests', 'switch'],
    ['Extra', 'json'],
  ])
})

it('reads the form as the script gets it and leaves out what is empty', () => {
  const values = { ...startValues(fields, null), against: 'main', paths: ' src \n\n test ', votes: '5' }
  expect(argsOf(fields, values)).toEqual({
    args: {
      against: 'main',
      reportFrom: 'Low',
      judges: 3,
      parts: ['b'],
      paths: ['src', 'test'],
      votes: 5,
      tests: true,
    },
    faults: {},
  })
})

it('says which field cannot be used and why', () => {
  const values = { ...startValues(fields, null), votes: '9', extra: '{' }
  expect(argsOf(fields, values).faults).toMatchObject({
    against: { why: 'required' },
    votes: { why: 'most', limit: 5 },
    extra: { why: 'notJson' },
  })
})

it('fills in the arguments of an earlier run', () => {
  const values = startValues(fields, { against: 'dev', paths: ['a', 'b'], tests: false, votes: 2 })
  expect(values).toMatchObject({ against: 'dev', paths: 'a\nb', tests: false, votes: '2', reportFrom: 'Low' })
})

it('takes JSON where the script says nothing of its arguments', () => {
  expect([fieldsOf(null), fieldsOf({ type: 'string' })]).toEqual([null, null])
  expect([readJson(' '), readJson('[1]')]).toEqual([{ value: null }, { value: [1] }])
})

it.each([
  ['', null],
  ['120 000', 120_000],
  ['0', undefined],
  ['1.5', undefined],
  ['many', undefined],
])('reads the ceiling %j', (budget, value) => {
  expect(budgetOf({ ...USUAL, budget })).toBe(value)
})

it('estimates from the runs of this name that came to their end', () => {
  const run = (more: Partial<WorkflowRunListing>) =>
    ({
      name: 'a',
      state: 'done',
      createdAt: 0,
      endedAt: 60,
      agentsTotal: 3,
      agentsWaiting: 0,
      tokens: 5,
      usd: null,
      ...more,
    }) as WorkflowRunListing
  const runs = [
    run({ tokens: 9, usd: 1 }),
    run({}),
    run({ state: 'failed', tokens: 99 }),
    run({ name: 'b', tokens: 1 }),
  ]
  expect(estimateOf('a', runs)).toMatchObject({
    runs: 2,
    tokens: { from: 5, to: 9 },
    usd: { from: 1, to: 1 },
  })
  expect(estimateOf('none', runs)).toBeNull()
})

it.each([
  ['', '', null],
  ['1 000', '', 1_000],
  ['900', '1,000', 900],
  ['1000', '1000', undefined],
  ['some', '', undefined],
  ['0', '', undefined],
])('reads the warn line %j below the ceiling %j as %j', (warn, budget, read) => {
  expect(warnOf({ ...USUAL, budget, warn })).toBe(read)
})

it.each([
  ["agent('x', { isolation: 'worktree' })", true],
  ['agent("x", {isolation:"worktree"})', true],
  ["agent('isolation worktree')", false],
])('sees in %s whether agents work apart', (script, apart) => {
  expect(asksForWorktree(script)).toBe(apart)
})

it('says that nothing is changed in plan mode, and how far commands run while edits are accepted', () => {
  const commands = { sandboxed: false, askForReadOnly: true }
  expect([agentsMay('plan', commands), agentsMay('accept_edits', commands)]).toEqual([
    { read: 'allowed', run: 'looking', change: 'never' },
    { read: 'allowed', run: 'asks', change: 'allowed' },
  ])
})

it('sends the limits of agents in milliseconds, and nothing while one of them cannot be used', () => {
  const typed = { ...USUAL, mayRun: '0,5', maySilent: ' 2 ', retries: 0, ownWorktree: true }
  expect(boundsOf({ ...typed, approvals: 'plan' })?.agentDefaults).toEqual({
    timeoutMs: 30_000,
    idleMs: 120_000,
    retries: 0,
    ownWorktree: true,
    permissionMode: 'plan',
  })
  const wrong = ['', '0', '-1', 'soon', '1441'].map((mayRun) => boundsOf({ ...typed, mayRun }))
  expect(wrong).toEqual([null, null, null, null, null])
})

it.each([
  ['6', '4.50', 6, 4.5],
  ['$ 6,00', '', 6, null],
  ['', '3', null, 3],
  ['3', '3', 3, undefined],
  ['0', '', undefined, null],
  ['much', 'more', undefined, undefined],
])('reads the lines in money %j and %j', (budgetUsd, warnUsd, ceiling, warn) => {
  const typed = { ...USUAL, budgetUsd, warnUsd }
  expect([budgetUsdOf(typed), warnUsdOf(typed)]).toEqual([ceiling, warn])
})
