import { expect, it } from 'vitest'
import type { DurableEvent } from '../../events/event.ts'
import type { EventId } from '../../ids.ts'
import { AWAY_MS, awayLine } from './away-line.ts'

const said = (role: string, ts: number, text: string) =>
  ({
    kind: 'message',
    id: `evt_${ts}`,
    ts,
    payload: { message: { role, parts: [{ t: 'text', text }] } },
  }) as unknown as DurableEvent
const chat = [
  said('user', -1, 'Hello'),
  said('assistant', 0, 'Hello.'),
  said('user', 1, 'Does the release gate\nclose on Fridays, or later?'),
  said('assistant', 2, 'No.'),
]
const line = (through: string) => ({ line: { text: 'Gate days asked', through: through as EventId } })

it('is the line of the model as long as nothing was said since', () => {
  expect(awayLine(chat, line('evt_2'), 2 + AWAY_MS)).toEqual({
    text: 'Gate days asked',
    by: 'model',
    since: 2,
    end: 'evt_2',
  })
})

it('is the newest message of the person where the model knows less', () => {
  const text = 'Does the release gate close on Fridays,…'
  expect(awayLine(chat, line('evt_1'), 2 + AWAY_MS)).toMatchObject({ text, by: 'person' })
  expect(awayLine(chat, {}, 2 + AWAY_MS)).toMatchObject({ text, by: 'person' })
})

it.each([
  ['the chat did not rest long enough', chat, 1 + AWAY_MS],
  ['nothing was said', [], Number.MAX_SAFE_INTEGER],
  ['the person said nothing', [...chat, ...chat].filter((_, at) => at % 2 === 1), Number.MAX_SAFE_INTEGER],
  ['all of it is in view', chat.slice(2), Number.MAX_SAFE_INTEGER],
])('is not there when %s', (_, path, now) => {
  expect(awayLine(path, {}, now)).toBeNull()
})
