import { expect, it } from 'vitest'
import {
  assistantMessage,
  sampleInfo,
  sampleRequest,
  toolMessage,
  userMessage,
} from '../../../../test/support/protocols/model-samples.ts'
import { createTokenCounter } from '../budget/count-tokens.ts'
import { compareRequests, promptTokens } from './request-difference.ts'

const count = createTokenCounter()
const tool = (name: string, description = `The tool ${name}.`) => ({
  name,
  description,
  schema: { type: 'object' },
})
const FIRST = sampleRequest({
  system: 'You are careful.\nToday is Monday.',
  tools: [tool('read'), tool('edit')],
  messages: [userMessage('Read it.'), assistantMessage('I read it.'), toolMessage('call_1', 'read', 'one')],
})
const LONGER = { ...FIRST, messages: [...FIRST.messages, userMessage('And now?')] }
const compare = (now: typeof FIRST) => compareRequests(FIRST, now, count)
const whole = promptTokens(FIRST, count)

it('finds no difference where messages are only added, also as equal copies', () => {
  expect(compare(LONGER)).toEqual({ before: whole, same: whole })
  expect(compare(structuredClone({ ...LONGER, readFile: undefined }) as unknown as typeof FIRST)).toEqual({
    before: whole,
    same: whole,
  })
})

it('counts a shorter request as wholly equal', () => {
  const now = { ...FIRST, messages: FIRST.messages.slice(0, 1) }
  expect(compare(now)).toEqual({ before: whole, same: promptTokens(now, count) })
})

it.each([
  ['another model', { ...LONGER, model: sampleInfo({ ref: 'test/other' }) }, { in: 'model' }],
  ['a tool more', { ...LONGER, tools: [...FIRST.tools, tool('bash')] }, { in: 'tools', tool: 'bash' }],
  [
    'another description',
    { ...LONGER, tools: [tool('read'), tool('edit', 'Edits.')] },
    { in: 'tools', tool: 'edit' },
  ],
  ['a tool less', { ...LONGER, tools: [tool('read')] }, { in: 'tools', tool: 'edit' }],
  [
    'other instructions',
    { ...LONGER, system: 'You are careful.\nToday is Friday.' },
    { in: 'system', at: 26, was: 'Monday.', now: 'Friday.' },
  ],
  [
    'a changed message',
    { ...LONGER, messages: [FIRST.messages[0], assistantMessage('I saw it.'), ...LONGER.messages.slice(2)] },
    { in: 'message', index: 1, role: 'assistant', at: 23, was: 'read it."}]', now: 'saw it."}]' },
  ],
])('names the first difference: %s', (_, now, difference) => {
  const check = compare(now as typeof FIRST)
  expect(check.difference).toEqual(difference)
  expect(check.before).toBe(whole)
  expect(check.same).toBeLessThan(whole)
})

it('counts a changed effort as a difference only where it drops the cache', () => {
  const claude = { ...FIRST, model: sampleInfo({ api: 'anthropic-messages' }) }
  expect(compareRequests(claude, { ...claude, effort: 'high' }, count).difference).toEqual({ in: 'settings' })
  expect(compare({ ...LONGER, effort: 'high' }).difference).toBeUndefined()
})
