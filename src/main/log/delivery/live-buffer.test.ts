import { expect, it } from 'vitest'
import type { LivePayload, NewLiveEvent } from '#shared/events/event.ts'
import type { EventId } from '#shared/ids.ts'
import { createLiveBuffer } from './live-buffer.ts'

const eventId = 'evt_00000001' as EventId
const piece = (block: number, text: string, offset = 0): LivePayload<'message.delta'> => ({
  eventId,
  channel: 'text',
  block,
  offset,
  text,
})
const delta = (...args: Parameters<typeof piece>): NewLiveEvent => ({
  kind: 'message.delta',
  payload: piece(...args),
})
const print = (text: string): NewLiveEvent => ({
  kind: 'tool.progress',
  payload: { eventId, callId: 'call', text },
})

it('joins the pieces of each block, however they alternate, and keeps the first offset', () => {
  const buffer = createLiveBuffer()
  buffer.push(delta(0, 'one ', 10))
  buffer.push(delta(1, 'first ', 20))
  const grown = [piece(0, 'two'), piece(1, 'second'), piece(1, '!'), piece(0, '?')].map(buffer.grow)
  expect(grown).toEqual([true, true, true, true])
  expect(buffer.take()).toEqual([delta(0, 'one two?', 10), delta(1, 'first second!', 20)])
})

it('lets nothing join across another event, nor across a frame', () => {
  const buffer = createLiveBuffer()
  const between: NewLiveEvent = { kind: 'message.discarded', payload: { eventId, reason: 'empty' } }
  buffer.push(delta(0, 'before'))
  buffer.push(between)
  expect(buffer.grow(piece(0, 'after'))).toBe(false)
  buffer.push(delta(0, 'after', 6))
  expect(buffer.take()).toEqual([delta(0, 'before'), between, delta(0, 'after', 6)])
  expect(buffer.grow(piece(0, 'late'))).toBe(false)
})

it('changes neither what was handed in nor what was taken', () => {
  const buffer = createLiveBuffer()
  const [words, printed] = [delta(0, 'words'), print('line 1\n')]
  for (const event of [words, printed, print('line 2\n')]) buffer.push(event)
  buffer.grow(piece(0, ' and more'))
  const taken = buffer.take()
  buffer.push(delta(0, ' later'))
  expect([words, printed]).toEqual([delta(0, 'words'), print('line 1\n')])
  expect(taken).toEqual([delta(0, 'words and more'), print('line 1\nline 2\n')])
})
