import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Message, Part } from '#shared/session/message.ts'
import {
  assistantMessage,
  callPart,
  toolMessage,
  userMessage,
} from '../../../../test/support/protocols/model-samples.ts'
import { allSteps } from '../../lib/steps.ts'
import {
  WIRE_PIECE,
  type WireMessage,
  type WireOptions,
  wireMessages,
  wiringMessages,
} from './wire-messages.ts'

const OPTIONS: WireOptions = { system: '', pictures: new Map(), provider: 'test', returnReasoning: false }
const wire = (messages: readonly Message[], options: Partial<WireOptions> = {}) =>
  wireMessages(messages, { ...OPTIONS, ...options })
const picture = (blobId: string): Part => ({ t: 'file', blobId: blobId as never, mime: 'image/png' })

it('puts the system text first and a call directly before its result', () => {
  const messages = [
    userMessage('Read it'),
    assistantMessage('Sure.', callPart('c1', 'read', { path: 'a.ts' })),
    toolMessage('c1', 'read', 'const a = 1'),
    assistantMessage('It says 1.'),
  ]
  expect(wire(messages, { system: 'Be brief.' })).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Read it' },
    {
      role: 'assistant',
      content: 'Sure.',
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"a.ts"}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'const a = 1' },
    { role: 'assistant', content: 'It says 1.' },
  ])
})

it('answers a call that has no result', () => {
  const messages = [userMessage('Go'), assistantMessage(callPart('c1', 'bash', {})), userMessage('And now?')]
  expect(wire(messages).slice(1)).toEqual([
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'bash', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'No result was recorded for this call.' },
    { role: 'user', content: 'And now?' },
  ])
})

it('gives a result without its call as the words of the user', () => {
  expect(wire([toolMessage('lost', 'grep', 'a.ts:1')])).toEqual([
    { role: 'user', content: 'Earlier result of grep:\n\na.ts:1' },
  ])
})

it('shows the pictures of a result after the whole group, since a tool message is text', () => {
  const messages = [
    userMessage('Look'),
    assistantMessage(callPart('c1', 'read', {}), callPart('c2', 'list', {})),
    toolMessage('c1', 'read', 'A picture.', [picture('blb_one00000')]),
    toolMessage('c2', 'list', ''),
  ]
  const pictures = new Map([['blb_one00000', 'data:image/png;base64,AA']])
  expect(wire(messages, { pictures }).slice(2)).toEqual([
    { role: 'tool', tool_call_id: 'c1', content: 'A picture.' },
    { role: 'tool', tool_call_id: 'c2', content: '(no output)' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Files from read:' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
      ],
    },
  ])
})

it('leaves out an answer that was stopped before its first word and joins what then stands together', () => {
  const stopped: Message = { role: 'assistant', parts: [{ t: 'reasoning', text: 'Hm' }], stop: 'cancelled' }
  expect(wire([userMessage('One'), stopped, userMessage('Two')])).toEqual([
    { role: 'user', content: 'One\n\nTwo' },
  ])
})

it('goes on from a partial answer', () => {
  const partial: Message = { role: 'assistant', parts: [{ t: 'text', text: 'Half' }], stop: 'cancelled' }
  expect(wire([userMessage('One'), partial, assistantMessage('Whole')])).toEqual([
    { role: 'user', content: 'One' },
    { role: 'assistant', content: 'Half\n\nWhole' },
  ])
})

it('sends no arguments that are not an object, and a legal name of one that is not', () => {
  const messages = [userMessage('x'), assistantMessage(callPart('c1', 'rm -rf', '{"path": "cut o'))]
  expect(wire(messages)[1]).toMatchObject({
    tool_calls: [{ function: { name: 'rm_-rf', arguments: '{}' } }],
  })
})

it('writes ids anew that servers refuse, on both sides alike', () => {
  const id = `call:${'x'.repeat(60)}`
  const messages = [
    userMessage('x'),
    assistantMessage(callPart(id, 'read', {})),
    toolMessage(id, 'read', 'ok'),
  ]
  const [, asked, answered] = wire(messages)
  expect(asked).toMatchObject({ tool_calls: [{ id: 'call_1x' }] })
  expect(answered).toMatchObject({ tool_call_id: 'call_1x' })
})

it('returns replay data to the provider it came from and to no other', () => {
  const reasoning: Part = { t: 'reasoning', text: 'Hm', replay: { provider: 'test', data: [{ type: 'x' }] } }
  const call: Part = {
    t: 'tool_call',
    callId: 'c1',
    name: 'read',
    args: {},
    replay: { provider: 'other', data: 1 },
  }
  const [, mine] = wire([userMessage('x'), assistantMessage(reasoning, call)])
  expect(mine).toMatchObject({ reasoning_details: [{ type: 'x' }] })
  expect(JSON.stringify(mine)).not.toContain('extra_content')
  const [, theirs] = wire([userMessage('x'), assistantMessage(reasoning, call)], { provider: 'third' })
  expect(JSON.stringify(theirs)).not.toContain('reasoning')
})

it('sends the reasoning back as text to servers that ask for it', () => {
  const message = assistantMessage({ t: 'reasoning', text: 'Hm' }, callPart('c1', 'read', {}))
  expect(wire([userMessage('x'), message], { returnReasoning: true })[1]).toMatchObject({
    reasoning_content: 'Hm',
  })
})

it('keeps the reasoning of a cut-off answer and of its continuation, in their order', () => {
  const thought = (text: string): Part => ({
    t: 'reasoning',
    text,
    replay: { provider: 'test', data: [text] },
  })
  const said = (text: string): Part => ({ t: 'text', text })
  const messages = [
    userMessage('x'),
    assistantMessage(thought('One.'), said('Half')),
    assistantMessage(thought('Two.'), said('the rest'), callPart('c1', 'read', {})),
  ]
  expect(wire(messages, { returnReasoning: true })[1]).toMatchObject({
    content: 'Half\n\nthe rest',
    reasoning_content: 'One.Two.',
    reasoning_details: ['One.', 'Two.'],
    tool_calls: [{ id: 'c1' }],
  })
})

const anyPart: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ t: fc.constant('text' as const), text: fc.constantFrom('', ' ', 'words', '中文') }),
  fc.record({ t: fc.constant('reasoning' as const), text: fc.string() }),
  fc.constant(picture('blb_one00000')),
  fc.record({
    t: fc.constant('tool_call' as const),
    callId: fc.constantFrom('a', 'b', 'c', 'bad id'),
    name: fc.constantFrom('read', '', '读'),
    args: fc.jsonValue(),
  }),
)
const anyMessage: fc.Arbitrary<Message> = fc.oneof(
  fc
    .array(anyPart, { maxLength: 3 })
    .map((parts) => ({ role: 'user', parts: withoutCalls(parts) }) as Message),
  fc.array(anyPart, { maxLength: 4 }).map((parts) => ({ role: 'assistant', parts }) as Message),
  fc
    .tuple(fc.constantFrom('a', 'b', 'c', 'bad id'), fc.constantFrom('', 'out'))
    .map(([id, text]) => toolMessage(id, 'read', text)),
)
const withoutCalls = (parts: Part[]) => parts.filter((part) => part.t !== 'tool_call')

it('is legal for every history', () => {
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 12 }), (messages) => {
      expect(problemsOf(wire(messages, { system: 'S' }))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

/** The rules of the protocol, read from the other side. */
function problemsOf(messages: readonly WireMessage[]): string[] {
  const problems: string[] = []
  let open: string[] = []
  const seen = new Set<string>()
  for (const [at, message] of messages.entries()) {
    const before = messages[at - 1]?.role
    if ((message.role === 'system') !== (at === 0)) problems.push('system not first')
    if (message.role === 'tool') {
      if (open.shift() !== message.tool_call_id) problems.push('result without call')
      continue
    }
    if (open.length > 0) problems.push('unanswered call')
    if (message.role === 'user' && before === 'user') problems.push('two user messages')
    if (message.role === 'user' && message.content.length === 0) problems.push('empty user message')
    if (message.role !== 'assistant') continue
    if (before === 'assistant' || before === 'system') problems.push('assistant out of turn')
    if (!message.content && !message.tool_calls) problems.push('empty assistant message')
    open = (message.tool_calls ?? []).map((call) => call.id)
    for (const call of message.tool_calls ?? []) {
      if (seen.has(call.id) || !/^[\w-]{1,40}$/.test(call.id)) problems.push('bad call id')
      seen.add(call.id)
      if (call.type !== 'function' || !/^[\w-]{1,64}$/.test(call.function.name)) problems.push('bad name')
      else if (Array.isArray(JSON.parse(call.function.arguments))) problems.push('arguments are no object')
    }
  }
  if (open.length > 0) problems.push('unanswered call')
  return problems
}

it('writes a long conversation in steps of so many messages', () => {
  const round = (at: number) => [
    userMessage(`Read ${at}`),
    assistantMessage(callPart(`c${at}`, 'read', {})),
    toolMessage(`c${at}`, 'read', 'x'),
  ]
  const messages = Array.from({ length: WIRE_PIECE }, (_, at) => round(at)).flat()
  const steps = wiringMessages(messages, OPTIONS)
  let count = 1
  for (let step = steps.next(); step.done !== true; step = steps.next()) count += 1
  // Results go with their call, so that a step may end a little later.
  expect(count).toBe(3)
  expect(allSteps(wiringMessages(messages, OPTIONS))).toHaveLength(messages.length)
})
