import { expect, it } from 'vitest'
import type { EventId } from '#shared/ids.ts'
import type { Entry, ToolEntry } from './entry.ts'
import { createFrames } from './frames.ts'

type Calls = Extract<Entry, { kind: 'tools' }>

const callOf = (at: number, text = ''): ToolEntry => ({
  key: `evt_1 call_${at}`,
  callId: `call_${at}`,
  runId: null,
  name: 'agent',
  args: null,
  writing: false,
  outcome: null,
  text,
})
const entryOf = (count: number, textAt: (at: number) => string = () => ''): Calls => ({
  kind: 'tools',
  key: 'evt_1.tools',
  leads: ['evt_1' as EventId],
  calls: Array.from({ length: count }, (_, at) => callOf(at, textAt(at))),
})

it('leaves a few calls together', () => {
  const entry = entryOf(8)
  expect(createFrames()(entry)).toEqual([entry])
})

it('cuts more into frames that hold all of them in order, with what leads on at the end', () => {
  const frames = createFrames()(entryOf(20))
  expect(frames.flatMap(({ calls }) => calls.map(({ callId }) => callId))).toEqual(
    Array.from({ length: 20 }, (_, at) => `call_${at}`),
  )
  expect(frames.map(({ key, cut, leads }) => [key, cut, leads.length])).toEqual([
    ['evt_1.tools', { above: false, below: true }, 0],
    ['evt_1.tools.1', { above: true, below: true }, 0],
    ['evt_1.tools.2', { above: true, below: false }, 1],
  ])
})

it('keeps every frame in which nothing has changed, and every call that has not', () => {
  const framesOf = createFrames()
  const before = framesOf(entryOf(20))
  const after = framesOf(entryOf(20, (at) => (at === 10 ? 'Found.' : '')))
  expect(after.map((frame, at) => frame === before[at])).toEqual([true, false, true])
  expect(after[1]?.calls.map((call, at) => call === before[1]?.calls[at])).toEqual(
    Array.from({ length: 8 }, (_, at) => at !== 2),
  )
})

it('cuts a row that grows in the same places', () => {
  const framesOf = createFrames()
  const before = framesOf(entryOf(20))
  const after = framesOf(entryOf(24))
  expect(after.map(({ key, calls }) => [key, calls.length])).toEqual([
    ['evt_1.tools', 8],
    ['evt_1.tools.1', 8],
    ['evt_1.tools.2', 8],
  ])
  expect([after[0] === before[0], after[2]?.calls[0] === before[2]?.calls[0]]).toEqual([true, true])
})
