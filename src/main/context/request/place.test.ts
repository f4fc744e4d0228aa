import { describe, expect, it } from 'vitest'
import type { HarnessItem } from '#shared/context/harness-item.ts'
import { BlobId } from '#shared/ids.ts'
import { textOf } from '#shared/session/message-words.ts'
import { call, createHistory, type History } from '../../../../test/support/data/history.ts'
import { createInjectionRegistry, type InjectionDescriptor } from '../branch/injections.ts'
import { createTokenCounter } from '../budget/count-tokens.ts'
import { BUILTIN_INJECTIONS } from '../updates/builtin-injections.ts'
import { convertEvents } from './convert.ts'
import { placeItems } from './place.ts'

const plain = { envelope: 'none', format: (content: string) => content } as const
const kinds: readonly InjectionDescriptor[] = BUILTIN_INJECTIONS.map((one) => ({ ...one, ...plain }))
const [anyKind] = kinds
const registry = createInjectionRegistry([
  ...kinds,
  { ...anyKind, kind: 'house-rule', llmRole: 'system' } as InjectionDescriptor,
])

function place(history: History) {
  const { entries } = convertEvents(history.path, {
    registry,
    policy: { truncation: [], alwaysKeepKinds: [] },
    usableTokens: 10_000,
    count: createTokenCounter(),
    capResult: (message) => message,
  })
  const placed = placeItems(entries)
  return {
    placed,
    lines: placed.entries.map((entry) => `${entry.message.role}: ${textOf(entry.message)}`),
  }
}

function toolRound(history: History, id = 'c1') {
  history.answer(call(id))
  history.result(id, 'output')
}

const note = (content: string, more: Partial<HarnessItem> = {}): Partial<HarnessItem> => ({
  content,
  ...more,
})

describe('items in place', () => {
  it('join the tool result directly before them, after a blank line', () => {
    const history = createHistory()
    history.user('go')
    toolRound(history)
    const item = history.item(note('steer'))
    const { placed, lines } = place(history)
    expect(lines).toEqual(['user: go', 'assistant: ', 'tool: output\n\nsteer'])
    expect(placed.entries[2]).toMatchObject({ merged: [{ eventId: item }] })
  })

  it('join one after the other', () => {
    const history = createHistory()
    toolRound(history)
    history.item(note('one'))
    history.item(note('two'))
    expect(place(history).lines.at(-1)).toBe('tool: output\n\none\n\ntwo')
  })

  it('leave the stored message as it was', () => {
    const history = createHistory()
    toolRound(history)
    history.item(note('one'))
    const before = JSON.stringify(history.path)
    place(history)
    expect(JSON.stringify(history.path)).toBe(before)
  })

  it('join the first of two results when the second came later', () => {
    const history = createHistory()
    toolRound(history, 'c1')
    history.item(note('early'))
    toolRound(history, 'c2')
    expect(place(history).lines).toEqual([
      'assistant: ',
      'tool: output\n\nearly',
      'assistant: ',
      'tool: output',
    ])
  })

  it('are messages of the user where no tool result is directly before them', () => {
    const history = createHistory()
    history.item(note('first of all'))
    history.user('go')
    history.item(note('after user'))
    toolRound(history)
    history.answer('done')
    history.item(note('after answer'))
    expect(place(history).lines).toEqual([
      'user: first of all',
      'user: go',
      'user: after user',
      'assistant: ',
      'tool: output',
      'assistant: done',
      'user: after answer',
    ])
  })

  it('do not join a result that is not only text', () => {
    const history = createHistory()
    history.answer(call('c1'))
    history.result('c1', '', {
      parts: [
        { t: 'text', text: 'a picture' },
        { t: 'file', blobId: BlobId.parse('blb_00000001'), mime: 'image/png' },
      ],
    })
    history.item(note('later'))
    expect(place(history).lines.at(-1)).toBe('user: later')
  })

  it('wait for the end of a group they were stored inside of', () => {
    const history = createHistory()
    history.answer(call('c1'), call('c2'))
    history.item(note('too early'))
    history.result('c1', 'one')
    history.item(note('between'))
    history.result('c2', 'two')
    expect(place(history).lines).toEqual(['assistant: ', 'tool: one', 'tool: two\n\ntoo early\n\nbetween'])
  })

  it('are messages of their own when the group never ends', () => {
    const history = createHistory()
    history.answer(call('c1'), call('c2'))
    history.result('c1', 'one')
    history.item(note('waiting'))
    expect(place(history).lines).toEqual(['assistant: ', 'tool: one', 'user: waiting'])
  })
})

describe('other placements', () => {
  it('follow the newest message of the person and the newest result', () => {
    const history = createHistory()
    history.item(note('top', { placement: 'after-system' }))
    history.user('old')
    history.item(note('before', { placement: 'before-current-user' }))
    history.item(note('after', { placement: 'after-current-user' }))
    history.item(note('result', { placement: 'after-last-tool-result' }))
    history.answer('hm')
    history.user('new')
    toolRound(history)
    history.answer('done')
    expect(place(history).lines).toEqual([
      'user: top',
      'user: old',
      'assistant: hm',
      'user: before',
      'user: new',
      'user: after',
      'assistant: ',
      'tool: output',
      'user: result',
      'assistant: done',
    ])
  })

  it('fall to the end when there is nothing to follow', () => {
    const history = createHistory()
    history.item(note('before', { placement: 'before-current-user' }))
    history.item(note('result', { placement: 'after-last-tool-result' }))
    history.answer('hello')
    expect(place(history).lines).toEqual(['assistant: hello', 'user: before', 'user: result'])
  })

  it('keep the order of the path among themselves', () => {
    const history = createHistory()
    history.user('go')
    for (const text of ['1', '2', '3']) history.item(note(text, { placement: 'before-current-user' }))
    expect(place(history).lines).toEqual(['user: 1', 'user: 2', 'user: 3', 'user: go'])
  })
})

it('keeps items with the voice of the system out of the messages', () => {
  const history = createHistory()
  history.user('go')
  const item = history.item(note('be kind', { kind: 'house-rule' }))
  const { placed, lines } = place(history)
  expect(lines).toEqual(['user: go'])
  expect(placed.systemItems).toMatchObject([{ eventId: item }])
})
