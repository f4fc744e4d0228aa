import { describe, expect, it } from 'vitest'
import type { Message } from '#shared/session/message.ts'
import { textOf } from '#shared/session/message-words.ts'
import { call, createHistory, type History } from '../../../../test/support/data/history.ts'
import type { Entry, ItemEntry } from '../branch/entry.ts'
import { wireProblem } from '../branch/legality.ts'
import { createTokenCounter } from '../budget/count-tokens.ts'
import type { ReplayRule } from './reasoning.ts'
import { repairMessages } from './repair.ts'

const rule: ReplayRule = {
  provider: 'test',
  api: 'openai-completions',
  model: 'test/one',
  returnsText: false,
}

function repair(history: History, replay: ReplayRule = rule) {
  const entries = history.path.map((event): Entry => {
    if (event.kind !== 'message') throw new Error('messages only')
    return { from: 'message', eventId: event.id, message: event.payload.message, merged: [] }
  })
  const repaired = repairMessages(entries, replay)
  const messages = repaired.entries.map((entry) => entry.message)
  return { ...repaired, messages, lines: messages.map(line) }
}

const line = (message: Message) => `${message.tool?.callId ?? message.role}: ${textOf(message)}`

describe('results', () => {
  it('stand right after their calls, in the order of the calls', () => {
    const history = createHistory()
    history.answer(call('a'), call('b'))
    history.user('in between')
    history.result('b', 'B')
    history.result('a', 'A')
    const { lines, messages, verdicts } = repair(history)
    expect(lines).toEqual(['assistant: ', 'a: A', 'b: B', 'user: in between'])
    expect(wireProblem(messages)).toBeNull()
    expect(verdicts).toEqual([])
  })

  it('are written where they are missing', () => {
    const history = createHistory()
    history.answer(call('a'), call('b'))
    history.result('b', 'B')
    history.user('next')
    const { messages, entries } = repair(history)
    expect(wireProblem(messages)).toBeNull()
    expect(entries[1]).toMatchObject({
      from: 'made',
      eventId: null,
      message: { role: 'tool', tool: { callId: 'a', isError: true, synthetic: 'interrupted' } },
    })
  })

  it('are dropped when nothing called for them, and when the call has one already', () => {
    const history = createHistory()
    const orphan = history.result('x', 'early')
    history.answer(call('a'))
    history.result('a', 'first')
    const second = history.result('a', 'second')
    const other = history.result('b', 'not called')
    const { lines, verdicts } = repair(history)
    expect(lines).toEqual(['assistant: ', 'a: first'])
    expect(verdicts).toEqual([
      { eventId: orphan, outcome: 'dropped', rule: 'repair:orphan-result' },
      { eventId: second, outcome: 'dropped', rule: 'repair:second-result' },
      { eventId: other, outcome: 'dropped', rule: 'repair:orphan-result' },
    ])
  })

  it('belong to the nearest message that made a call of this id', () => {
    const history = createHistory()
    history.answer(call('a'))
    history.result('a', 'one')
    history.answer(call('a'))
    history.result('a', 'two')
    expect(repair(history).lines).toEqual(['assistant: ', 'a: one', 'assistant: ', 'a: two'])
  })

  it('leave behind the items that had joined them', () => {
    const history = createHistory()
    history.result('x', 'orphan')
    const [event] = history.path
    if (event?.kind !== 'message') throw new Error('a message')
    const item: ItemEntry = {
      from: 'item',
      eventId: event.id,
      message: { role: 'user', parts: [{ t: 'text', text: 'steer' }] },
      kind: 'steer',
      role: 'user',
      placement: 'in-place',
      mustKeep: true,
    }
    const entry: Entry = {
      from: 'message',
      eventId: event.id,
      message: event.payload.message,
      merged: [item],
    }
    expect(repairMessages([entry], rule).entries).toEqual([item])
  })
})

describe('messages', () => {
  it('without content are dropped', () => {
    const history = createHistory()
    history.user('go')
    const blank = history.answer(' \n')
    const thought = history.answer({ t: 'reasoning', text: 'hm', replay: { provider: 'test', data: 1 } })
    const nothing = history.message({ role: 'user', parts: [] })
    const { lines, verdicts } = repair(history)
    expect(lines).toEqual(['user: go'])
    expect(verdicts.map((verdict) => verdict.eventId)).toEqual([blank, thought, nothing])
  })

  it('lose a call whose id was used before in the same message', () => {
    const history = createHistory()
    history.answer(call('a', 1), call('a', 2))
    history.result('a', 'one')
    const { messages } = repair(history)
    expect(messages[0]?.parts).toEqual([call('a', 1)])
    expect(wireProblem(messages)).toBeNull()
  })

  it('that need nothing are handed on as they are', () => {
    const history = createHistory()
    history.user('go')
    history.answer('looking', call('a'))
    history.result('a', 'A')
    const { messages } = repair(history)
    expect(
      messages.every((message, index) => {
        const event = history.path[index]
        return event?.kind === 'message' && event.payload.message === message
      }),
    ).toBe(true)
  })
})

describe('reasoning', () => {
  const own = { t: 'reasoning', text: 'mine', replay: { provider: 'test', data: 'sig' } } as const
  const foreign = { t: 'reasoning', text: 'theirs', replay: { provider: 'other', data: 'sig' } } as const
  const bare = { t: 'reasoning', text: 'bare' } as const
  const text = { t: 'text', text: 'answer' } as const

  function partsFor(by: string | undefined, more: Partial<ReplayRule> = {}) {
    const history = createHistory()
    const model = by === undefined ? {} : { model: by }
    history.message({ role: 'assistant', parts: [own, foreign, bare, text], ...model })
    return repair(history, { ...rule, ...more }).messages[0]?.parts
  }

  it('goes back to the model that wrote it, with its sidecar', () => {
    expect(partsFor('test/one')).toEqual([own, bare, text])
  })

  it('goes to no other model, be it of the same provider', () => {
    expect(partsFor('test/two')).toEqual([text])
    expect(partsFor('other/one', { provider: 'other', model: 'other/two' })).toEqual([text])
  })

  it('in a message that names no model goes by the provider of its sidecar', () => {
    expect(partsFor(undefined)).toEqual([own, text])
    expect(partsFor(undefined, { returnsText: true })).toEqual([own, text])
  })

  it('counts as text where the server demands that back, and as nothing elsewhere', () => {
    const count = createTokenCounter()
    const counted = (returnsText: boolean) => {
      const part = partsFor('test/one', { returnsText })?.find(
        (each) => 'text' in each && each.text === 'bare',
      )
      return part === undefined ? null : count.part(part)
    }
    expect(counted(false)).toBe(0)
    expect(counted(true)).toBeGreaterThan(0)
  })

  it('of another provider does not travel on calls either', () => {
    const history = createHistory()
    history.answer({ ...call('a'), replay: { provider: 'other', data: 1 } })
    history.result('a', 'A')
    expect(repair(history).messages[0]?.parts).toEqual([call('a')])
  })
})
