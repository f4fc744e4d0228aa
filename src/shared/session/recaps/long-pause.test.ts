import { expect, it } from 'vitest'
import type { DurableEvent } from '../../events/event.ts'
import { FEWEST_TOKENS, LONG_PAUSE_MS, longPause } from './long-pause.ts'

const said = (role: string, ts: number, usage?: object) =>
  ({
    kind: 'message',
    id: `evt_${ts}`,
    ts,
    payload: { message: { role, parts: [], ...(usage === undefined ? {} : { usage }) } },
  }) as unknown as DurableEvent
const chat = [said('user', 1), said('assistant', 2), said('user', 3), said('assistant', 4)]

it('is there once everything was answered long ago', () => {
  expect(longPause(chat, 4 + LONG_PAUSE_MS)).toEqual({ since: 4, end: 'evt_4' })
})

it('is measured by what the last answer cost, where the server says it', () => {
  const usage = { input: 1_000, output: 500, cacheRead: FEWEST_TOKENS - 1_500 }
  const long = [said('user', 1), said('assistant', 2, usage)]
  const short = [...chat.slice(0, 3), said('assistant', 4, { ...usage, output: 499 })]
  expect(longPause(long, 2 + LONG_PAUSE_MS)).toEqual({ since: 2, end: 'evt_2' })
  expect(longPause(short, 4 + LONG_PAUSE_MS)).toBeNull()
})

it.each([
  ['the chat was left a moment ago', chat, 4 + LONG_PAUSE_MS - 1],
  ['a question has no answer', [...chat, said('user', 5)], Number.MAX_SAFE_INTEGER],
  ['the chat has hardly begun', chat.slice(0, 2), Number.MAX_SAFE_INTEGER],
  ['the chat is empty', [], Number.MAX_SAFE_INTEGER],
])('is not there when %s', (_, path, now) => {
  expect(longPause(path, now)).toBeNull()
})
