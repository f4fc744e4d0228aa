import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import { createFrames } from '../../../../test/support/data/frames.ts'
import type { RunHandle } from '../run/run-handle.ts'
import { delayMessage } from './delay-message.ts'

const note = (text: string): NewDurableEvent => ({ kind: 'ext.data', payload: { ns: 'test', data: text } })

function open() {
  const frames = createFrames()
  const stored: string[][] = []
  const disk = { full: false }
  const run = {
    publish: (events: readonly NewDurableEvent[]) => {
      if (disk.full) throw AppError.quoting('db.full', 'The disk is full.')
      stored.push(events.map((event) => (event.kind === 'ext.data' ? String(event.payload.data) : '')))
      return []
    },
  } as unknown as RunHandle
  const held = delayMessage(run, note('calls'), frames.schedule)
  return { frames, stored, disk, held }
}

it('stores the message together with what comes within a frame', () => {
  const { held, stored, frames } = open()
  held.run.publish([note('answer')])
  held.run.publish([note('end')])
  frames.pass()
  expect(stored).toEqual([['calls', 'answer'], ['end']])
})

it('stores the message alone when nothing comes', () => {
  const { held, stored, frames } = open()
  frames.pass()
  held.run.publish([note('answer')])
  expect(stored).toEqual([['calls'], ['answer']])
})

it('keeps the message for the next try when it cannot be stored in passing', () => {
  const { held, stored, frames, disk } = open()
  disk.full = true
  frames.pass()
  expect(() => held.run.publish([note('answer')])).toThrow('The disk is full.')
  disk.full = false
  held.settle()
  expect(stored).toEqual([['calls']])
})
