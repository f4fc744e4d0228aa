import { expect, it } from 'vitest'
import type { ToolDetails } from '#shared/session/tool-details.ts'
import { wordsIn } from '../../../../messages/message.ts'
import { textIn } from '../../../../messages/TextProvider.tsx'
import { numbersIn } from '../../../../ui/base/numbers.ts'
import type { ToolEntry } from '../entry.ts'
import { calledAbout, toolArgument, toolMark, toolMeta } from './tool-summary.ts'

it.each([
  ['bash', { command: 'pnpm test' }, 'pnpm test'],
  ['read', { path: 'src/a.ts' }, 'src/a.ts'],
  ['read', { path: 'src/a.ts', offset: 40, limit: 19 }, 'src/a.ts:40-58'],
  ['grep', { pattern: 'Math.round(', path: 'src/' }, 'Math.round( in src/'],
  ['glob', { pattern: '**/*.ts' }, '**/*.ts'],
  ['write', { path: 'b.ts', content: 'long' }, 'b.ts'],
  ['agent', { description: 'Explore: callers' }, 'Explore: callers'],
  ['edit', '{"path":"src/b', 'src/b'],
  ['bash', '{"command":"echo \\"hi', 'echo "hi'],
  ['mystery', { depth: 3 }, ''],
  ['mystery', null, ''],
])('says what a call of %s with %j is about', (name, args, words) => {
  expect(toolArgument(name, args)).toBe(words)
})

const failedWith = (details: ToolDetails): ToolEntry => ({
  key: 'a',
  callId: 'call_1',
  runId: null,
  name: 'propose_plan',
  args: {},
  writing: false,
  text: '',
  outcome: {
    callId: 'call_1',
    name: 'propose_plan',
    isError: true,
    durationMs: 0,
    details,
  } as ToolEntry['outcome'],
})
const t = textIn('en')
const numbers = numbersIn(wordsIn('en').number, t)

it('says what a plan is for as the person has accepted it', () => {
  const call = { ...failedWith({ kind: 'plan', steps: 3 }), args: { goal: 'Mend it', steps: ['Look'] } }
  const changed = {
    ...call,
    outcome: failedWith({ kind: 'plan', steps: 3, goal: 'Repair it' }).outcome,
  }
  expect([calledAbout(call), calledAbout(changed)]).toEqual(['Mend it', 'Repair it'])
})

it.each([
  ['person', 'denied by you'],
  ['plan_mode', 'not allowed in plan mode'],
  ['rule', 'refused by a rule'],
  ['hook', 'refused by a hook'],
  [undefined, 'not allowed'],
] as const)('says of a call that %s refused: %s', (refusedBy, words) => {
  const call = failedWith({ kind: 'plan', steps: 3 })
  const { outcome } = call
  if (outcome === null) throw new Error('It has an outcome.')
  const denied = {
    ...outcome,
    synthetic: 'denied' as const,
    ...(refusedBy === undefined ? {} : { refusedBy }),
  }
  expect(toolMeta({ ...call, outcome: denied }, t, numbers)).toEqual([{ text: words, bad: false }])
})

it('shows a plan that was sent back as not accepted, not as a failure', () => {
  const call = failedWith({ kind: 'plan', steps: 3, refused: true })
  expect(toolMark(call, null, false)).toBe('stop')
  expect(toolMeta(call, t, numbers)).toEqual([{ text: 'not accepted', bad: false }])
  const failed = failedWith({ kind: 'plan', steps: 3, done: 1 })
  expect(toolMark(failed, null, false)).toBe('fail')
  expect(toolMeta(failed, t, numbers)).toMatchObject([{ bad: true }])
})

it('shows a command that was stopped as stopped, and by whom, not as a failure', () => {
  const details = {
    kind: 'bash',
    command: 'sleep 60',
    exitCode: null,
    signal: 'SIGTERM',
    timedOut: false,
  } as const
  const stopped = failedWith({ ...details, stopped: true })
  expect(toolMark(stopped, null, false)).toBe('stop')
  expect(toolMeta(stopped, t, numbers, true)).toEqual([{ text: 'stopped by you', bad: false }])
  expect(toolMeta(stopped, t, numbers)).toEqual([{ text: 'stopped', bad: false }])
  expect(toolMark(failedWith(details), null, false)).toBe('fail')
  expect(toolMeta(failedWith(details), t, numbers, true)).toEqual([{ text: 'SIGTERM', bad: true }])
})
