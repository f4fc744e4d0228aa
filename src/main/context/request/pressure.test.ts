import { describe, expect, it } from 'vitest'
import { BlobId } from '#shared/ids.ts'
import type { Message } from '#shared/session/message.ts'
import { textOf } from '#shared/session/message-words.ts'
import { call, createHistory, type History } from '../../../../test/support/data/history.ts'
import type { Entry, ItemEntry } from '../branch/entry.ts'
import { wireProblem } from '../branch/legality.ts'
import { createTokenCounter } from '../budget/count-tokens.ts'
import { DEFAULT_POLICY } from '../budget/policy.ts'
import { slideWindow, thinTurns } from './fit.ts'
import { measure, stubOf } from './measure.ts'
import { findRelief } from './pressure.ts'
import { shrinkOutputs } from './shrink.ts'

const count = createTokenCounter((text) => text.length)
const policy = { ...DEFAULT_POLICY, compactAt: 0.8, toolOutput: { keepLastTurns: 2, maxChars: 50 } }

function entriesOf(history: History): Entry[] {
  return history.path.map((event): Entry => {
    if (event.kind !== 'message') throw new Error('messages only')
    return { from: 'message', eventId: event.id, message: event.payload.message, merged: [] }
  })
}

const item = (text: string, mustKeep: boolean): ItemEntry => ({
  from: 'item',
  eventId: createHistory().user(text),
  message: { role: 'user', parts: [{ t: 'text', text }] },
  kind: 'steer',
  role: 'user',
  placement: 'in-place',
  mustKeep,
})

function round(history: History, id: string, output: string) {
  history.answer(call(id))
  history.result(id, output)
}

function relieve(entries: readonly Entry[], usable: number) {
  const load = measure(entries, count)
  const relief = findRelief(entries, load, { usable, fixed: 0 }, policy, count)
  const shrunk = shrinkOutputs(entries, relief.shrinkBefore, policy)
  const fitted = thinTurns(shrunk.entries, relief)
  return { relief, shrunk, fitted, load, messages: fitted.entries.map((entry) => entry.message) }
}

const isStub = (message: Message) => textOf(message).startsWith('[The output of')

describe('stubs', () => {
  const stub = (entry: Entry | undefined) => (entry === undefined ? null : stubOf(entry, policy))

  it('name the stored output, or else the event that holds it', () => {
    const history = createHistory()
    const tool = { callId: 'c', name: 'read', isError: false, durationMs: 1 }
    history.result('c', 'x'.repeat(51), { tool: { ...tool, outputBlob: BlobId.parse('blb_00000042') } })
    const plain = history.result('c', 'x'.repeat(51))
    const [first, second] = entriesOf(history).map(stub)
    expect(first && textOf(first)).toContain('under the path orrery-output:00000042.')
    expect(second && textOf(second)).toContain(`under the path orrery-output:${plain.slice(-8)}.`)
  })

  it('are not made of short outputs, nor of anything but results', () => {
    const history = createHistory()
    history.result('c', 'x'.repeat(50))
    history.user('x'.repeat(500))
    history.answer('x'.repeat(500))
    expect(entriesOf(history).map(stub)).toEqual([null, null, null])
  })

  it('keep the items that had joined the result', () => {
    const history = createHistory()
    history.result('c', 'x'.repeat(100))
    const [entry] = entriesOf(history)
    if (entry?.from !== 'message') throw new Error('a message')
    const parts = [
      ...entry.message.parts,
      { t: 'text', text: '\n\n' } as const,
      { t: 'text', text: 'steer' } as const,
    ]
    const joined: Entry = { ...entry, message: { ...entry.message, parts }, merged: [item('steer', true)] }
    const made = stub(joined)
    expect(made && textOf(made)).toMatch(/^\[The output of .*\]\n\nsteer$/)
  })
})

describe('relief', () => {
  it('is not given while there is room', () => {
    const history = createHistory()
    history.user('go')
    for (let turn = 0; turn < 5; turn++) round(history, `c${turn}`, 'x'.repeat(300))
    const entries = entriesOf(history)
    const { relief, fitted } = relieve(entries, 10_000)
    expect(relief).toEqual({ shrinkBefore: 0, thinBefore: 0, spared: new Set(), strained: false })
    expect(fitted.entries).toBe(entries)
  })

  it('first shrinks old outputs, and leaves those of the last turns alone', () => {
    const history = createHistory()
    history.user('go')
    for (let turn = 0; turn < 5; turn++) round(history, `c${turn}`, 'x'.repeat(500))
    const { relief, messages, shrunk } = relieve(entriesOf(history), 3_000)
    expect(relief.thinBefore).toBe(0)
    expect(relief.strained).toBe(false)
    const results = messages.filter((message) => message.role === 'tool')
    expect(results.map(isStub)).toEqual([true, true, true, false, false])
    expect(shrunk.verdicts).toHaveLength(3)
    expect(wireProblem(messages)).toBeNull()
  })

  it('is decided again for every later request, until the next large step', () => {
    const history = createHistory()
    history.user('go')
    const boundaries: number[] = []
    for (let turn = 0; turn < 40; turn++) {
      round(history, `c${turn}`, 'x'.repeat(500))
      boundaries.push(relieve(entriesOf(history), 8_000).relief.shrinkBefore)
    }
    expect(boundaries).toEqual([...boundaries].sort((left, right) => left - right))
    expect(new Set(boundaries).size).toBeLessThan(10)
    expect(boundaries.at(-1)).toBeGreaterThan(0)
  })

  it('asks for a compaction when shrinking does not help enough', () => {
    const history = createHistory()
    for (let turn = 0; turn < 9; turn++) {
      history.user('x'.repeat(50))
      history.answer('y'.repeat(50))
    }
    const { relief } = relieve(entriesOf(history), 1_100)
    expect(relief).toMatchObject({ shrinkBefore: 0, thinBefore: 0, strained: true })
  })

  it('then leaves out the oldest turns, never the first message, the newest turn or half a group', () => {
    const history = createHistory()
    history.user('the task')
    for (let turn = 0; turn < 30; turn++) round(history, `c${turn}`, 'x'.repeat(49))
    const { relief, messages, load, fitted } = relieve(entriesOf(history), 1_500)
    expect(load.total).toBeGreaterThan(1_500)
    expect(measure(fitted.entries, count).total).toBeLessThanOrEqual(1_500)
    expect(relief.strained).toBe(true)
    expect(messages[0] && textOf(messages[0])).toBe('the task')
    expect(messages[1] && textOf(messages[1])).toContain('left out here')
    expect(messages.at(-1)?.tool?.callId).toBe('c29')
    expect(wireProblem(messages)).toBeNull()
  })

  it('keeps what the person asked for last while its run grows, and gives it up in a later one', () => {
    const history = createHistory()
    history.user('first')
    for (let turn = 0; turn < 10; turn++) round(history, `a${turn}`, 'x'.repeat(49))
    history.user('second')
    for (let turn = 0; turn < 30; turn++) round(history, `b${turn}`, 'x'.repeat(49))
    const asked = (messages: readonly Message[]) =>
      messages
        .filter((message) => message.role === 'user')
        .map(textOf)
        .filter((text) => !text.startsWith('<'))
    expect(asked(relieve(entriesOf(history), 1_500).messages)).toEqual(['first', 'second'])

    history.user('third')
    for (let turn = 0; turn < 30; turn++) round(history, `c${turn}`, 'x'.repeat(49))
    expect(asked(relieve(entriesOf(history), 1_500).messages)).toEqual(['first', 'third'])
  })

  it('keeps items that must stay, also those that had joined a result that goes', () => {
    const history = createHistory()
    history.user('go')
    for (let turn = 0; turn < 20; turn++) round(history, `c${turn}`, 'x'.repeat(49))
    const entries = entriesOf(history).map((entry, index): Entry => {
      if (index !== 2 || entry.from !== 'message') return entry
      return { ...entry, merged: [item('stay', true), item('go', false)] }
    })
    const { fitted } = relieve([item('alone', true), ...entries], 1_000)
    const texts = fitted.entries.map((entry) => textOf(entry.message))
    expect(texts).toContain('stay')
    expect(texts).toContain('alone')
  })

  it('cannot make room for a newest turn that is too large by itself', () => {
    const history = createHistory()
    history.user('go')
    round(history, 'c1', 'x'.repeat(49))
    history.user('y'.repeat(2_000))
    const { relief, messages } = relieve(entriesOf(history), 1_000)
    expect(relief.strained).toBe(true)
    expect(messages.at(-1) && textOf(messages.at(-1) as Message)).toHaveLength(2_000)
  })
})

describe('a sliding window', () => {
  const conversation = () => {
    const history = createHistory()
    for (let turn = 0; turn < 10; turn++) {
      history.user(`q${turn}`)
      history.answer(`a${turn}`)
    }
    return entriesOf(history)
  }

  it('of five turns keeps exactly the last five of ten', () => {
    const { entries, verdicts } = slideWindow(conversation(), { strategy: 'sliding', maxTurns: 5 })
    expect(entries.map((entry) => textOf(entry.message))).toEqual(
      [5, 6, 7, 8, 9].flatMap((turn) => [`q${turn}`, `a${turn}`]),
    )
    expect(verdicts).toHaveLength(10)
  })

  it.each([undefined, { strategy: 'full' as const }, { strategy: 'sliding' as const, maxTurns: 99 }])(
    'set to %j keeps all',
    (window) => {
      const entries = conversation()
      expect(slideWindow(entries, window).entries).toBe(entries)
    },
  )
})
