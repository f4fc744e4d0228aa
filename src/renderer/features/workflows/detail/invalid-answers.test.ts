import { expect, it } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import { RunId } from '#shared/ids.ts'
import { correctionText } from '#shared/workflow/correction.ts'
import { invalidAnswersIn, placedFaults } from './invalid-answers.ts'
import { jsonRows } from './json-rows.ts'

const first = RunId.parse('run_00000001')
const second = RunId.parse('run_00000002')
const NOTHING: ReadonlySet<string> = new Set()

const message = (role: string, parts: readonly unknown[], runId?: RunId) =>
  ({ kind: 'message', payload: { message: { role, parts } }, runId }) as unknown as DurableEvent
const text = (words: string) => ({ t: 'text', text: words })
const answer = (args: unknown) => ({ t: 'tool_call', callId: 'c', name: 'answer', args })

it('knows which answer of which run did not fit, and why', () => {
  const problems = ['verdict must be string.']
  const path = [
    message('user', [text('Refute it')]),
    message('assistant', [text('I look'), answer({ verdict: 12 })], first),
    message('tool', [text('The answer was taken.')], first),
    message('assistant', [text('That is all.')], first),
    message('user', [text(correctionText(problems))], second),
    message('assistant', [answer({ verdict: 'confirmed' })], second),
  ]
  expect([...invalidAnswersIn(path)]).toEqual([[first, { value: { verdict: 12 }, problems }]])
})

it('shows an answer that stood inside an object without it', () => {
  const path = [
    message('assistant', [answer({ value: ['a'] })], first),
    message('user', [text(correctionText(['0 must be integer.']))], second),
  ]
  expect(invalidAnswersIn(path).get(first)?.value).toEqual(['a'])
})

it('puts each problem at the deepest line that is in sight', () => {
  const value = { verdict: 'probably', evidence: [{ file: 'a.ts', line: 'x' }] }
  const problems = [
    'verdict must be equal to one of the allowed values (["confirmed"]).',
    'evidence.0.line must be integer.',
    "The value must have required property 'finding'.",
  ]
  const { at, rest } = placedFaults(jsonRows(value, NOTHING), problems)
  expect([...at]).toEqual([
    ['/verdict', ['must be equal to one of the allowed values (["confirmed"])']],
    ['/evidence/0', ['line must be integer']],
  ])
  expect(rest).toEqual(["The value must have required property 'finding'."])
})
