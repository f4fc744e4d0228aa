import fc from 'fast-check'
import { expect, it } from 'vitest'
import { allSteps } from '../../lib/steps.ts'
import { createBodyWriter } from './request-body.ts'
import type { WireMessage } from './wire-messages.ts'
import type { WireRequest } from './wire-request.ts'

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('word '.repeat(100), '中文 "quoted"\n\\ \u2028'.repeat(40), '\ud800'.repeat(300)),
)
const CALL = { id: 'c1', type: 'function' as const, function: { name: 'read', arguments: '{}' } }
const message: fc.Arbitrary<WireMessage> = fc.oneof(
  text.map((content): WireMessage => ({ role: 'user', content })),
  text.map((content): WireMessage => ({ role: 'tool', tool_call_id: 'c1', content })),
  fc.option(text).map((content): WireMessage => ({ role: 'assistant', content, tool_calls: [CALL] })),
  fc.constant<WireMessage>({
    role: 'user',
    content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }],
  }),
)
const schema = { type: 'object', properties: { path: { type: 'string' } } }
const tools = [
  { type: 'function' as const, function: { name: 'read', description: 'x', parameters: schema } },
]

it('says the same as JSON.stringify, request after request', () => {
  const write = createBodyWriter()
  fc.assert(
    fc.property(fc.array(message, { maxLength: 8 }), fc.boolean(), (messages, offers) => {
      const request: WireRequest = {
        model: 'm',
        stream: true,
        messages,
        ...(offers ? { tools, max_tokens: 5 } : {}),
      }
      expect(JSON.parse(new TextDecoder().decode(allSteps(write(request))))).toEqual(
        JSON.parse(JSON.stringify(request)),
      )
    }),
  )
})
