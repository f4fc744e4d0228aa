import { expect, it } from 'vitest'
import type { HookPoint } from '#shared/hook/hook.ts'
import type { CallId } from '#shared/ids.ts'
import type { Message } from '#shared/session/message.ts'
import { textOf } from '#shared/session/message-words.ts'
import { answerOf, type Printed } from './hook-answers.ts'

const call = { callId: 'c1' as CallId, name: 'bash', args: {}, agentId: 'build' }
const result: Message = {
  role: 'tool',
  parts: [{ t: 'text', text: 'was' }],
  tool: { callId: call.callId, name: 'bash', isError: false, durationMs: 1 },
}
const printed = (more: Partial<Printed>): Printed => ({ exitCode: 0, out: '', err: '', ...more })

it.each<[string, Printed, unknown]>([
  ['silence', printed({}), {}],
  [
    'an object',
    printed({ out: '{"decision":"ask","reason":"look"}\n' }),
    { decision: 'ask', reason: 'look' },
  ],
  [
    'a no',
    printed({ exitCode: 2, err: 'never push\n', out: 'x' }),
    { decision: 'deny', reason: 'never push' },
  ],
  ['a no without words', printed({ exitCode: 2 }), { decision: 'deny', reason: 'It gave no reason.' }],
])('reads %s', (_, said, answer) => {
  expect(answerOf('tool.before', said, call)).toEqual(answer)
})

it.each<[string, HookPoint, Printed, string]>([
  ['what is not JSON', 'run.start', printed({ out: 'fine' }), 'What it printed is not JSON.'],
  ['an unknown key', 'run.start', printed({ out: '{"blok":"x"}' }), 'there is no blok at this point'],
  ['a wrong value', 'run.start', printed({ out: '{"block":1}' }), 'block: '],
  ['a list', 'run.stop', printed({ out: '[]' }), 'it has another form.'],
  ['a failure', 'run.start', printed({ exitCode: 1, err: 'a\nTypeError: b' }), 'exit code 1: TypeError: b'],
  ['a kill', 'run.start', printed({ exitCode: null }), 'ended by the system'],
  ['a no where none can be said', 'session.start', printed({ exitCode: 2, err: 'x' }), 'exit code 2: x'],
])('takes %s for a failure', (_, point, said, why) => {
  const input = point === 'session.start' ? { sessionId: 'ses_00000001', resumed: false } : call
  expect(() => answerOf(point, said, input as never)).toThrow(why)
})

it('takes a no at the end of a run for what is left to be done', () => {
  const input = { runId: 'run_00000001', status: 'completed' } as never
  expect(answerOf('run.stop', printed({ exitCode: 2, err: 'tests fail' }), input)).toEqual({
    continueWith: 'tests fail',
  })
})

it('takes words for a result, and one text for a list of one', () => {
  const out = '{"result":"is","inject":"and"}'
  const answer = answerOf('tool.after', printed({ out }), { callId: call.callId, name: 'bash', result })
  expect([answer.result && textOf(answer.result), answer.inject]).toEqual(['is', [{ content: 'and' }]])
})
