import { describe, expect, it } from 'vitest'
import {
  assistantMessage,
  callPart,
  sampleRequest,
  toolMessage,
  userMessage,
} from '../../../../test/support/protocols/model-samples.ts'
import { ALL_PROTOCOLS, infoOf, servedModel } from '../../../../test/support/protocols/served-protocols.ts'
import type { Message } from '../../../shared/session/message.ts'

const TOOLS = ['read', 'edit'].map((name) => ({
  name,
  description: `The tool ${name}.`,
  schema: { type: 'object', properties: { path: { type: 'string' } } },
}))

/** Tool rounds, words of the person, and notes of the app on another mode and another day. */
const TALK: readonly Message[] = [
  userMessage('Read both files.'),
  assistantMessage(
    'I read them.',
    callPart('call_1', 'read', { path: 'a.ts' }),
    callPart('call_2', 'read', { path: 'b.ts' }),
  ),
  toolMessage('call_1', 'read', 'one'),
  toolMessage('call_2', 'read', 'two'),
  assistantMessage(callPart('call_3', 'edit', { path: 'a.ts' })),
  toolMessage('call_3', 'edit', 'done'),
  assistantMessage('Both are read, and one is changed.'),
  userMessage('<mode>Plan mode is on now.</mode>'),
  userMessage('And now a plan.'),
  assistantMessage('Here it is.'),
  userMessage('<date>Today is 2026-11-28.</date>'),
  userMessage('Carry it out.'),
]
/** Where a request is sent: each ends with what the model answers to. */
const ENDS = [1, 4, 6, 9, 12]

/** A body as the words of a prompt, in the order a server reads them, without marks that say what to cache. */
function promptOf(body: unknown): { readonly head: string; readonly talk: string } {
  const bare = JSON.parse(JSON.stringify(body), (key, value) => (key === 'cache_control' ? undefined : value))
  const { messages, input, contents, ...head } = bare as Record<string, unknown>
  // What closes the last message also closes every longer one.
  const talk = JSON.stringify(messages ?? input ?? contents).replace(/["\]}]+$/, '')
  return { head: JSON.stringify(head), talk }
}

describe.each(ALL_PROTOCOLS)('$name', (which) => {
  const draft = servedModel(which, 'http://127.0.0.1:1').draft
  const bodyOf = (end: number) =>
    draft?.(
      sampleRequest({ model: infoOf(which), tools: TOOLS, messages: TALK.slice(0, end), cacheKey: 'ses_1' }),
    )

  it('sends every request as a byte prefix of the next', () => {
    const prompts = ENDS.map((end) => promptOf(bodyOf(end)))
    for (const [at, { head, talk }] of prompts.entries()) {
      const next = prompts[at + 1]
      if (next === undefined) continue
      expect(next.head).toBe(head)
      expect(next.talk.startsWith(talk)).toBe(true)
    }
  })
})

it.each(ENDS)('marks what Anthropic may keep, in no more than its four places (%i messages)', (end) => {
  const which = ALL_PROTOCOLS.find(({ api }) => api === 'anthropic-messages')
  if (which === undefined) throw new Error('There is no such protocol.')
  const model = servedModel(which, 'http://127.0.0.1:1')
  const request = sampleRequest({ model: infoOf(which), tools: TOOLS, messages: TALK.slice(0, end) })
  const marks = JSON.stringify(model.draft?.(request)).match(/"cache_control"/g) ?? []
  expect(marks).toHaveLength(end === 1 ? 3 : 4)
})
