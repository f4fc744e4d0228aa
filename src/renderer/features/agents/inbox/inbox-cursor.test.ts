import { describe, expect, it } from 'vitest'
import type { RequestId } from '#shared/ids.ts'
import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import { cursorOn, itemAt, moved } from './inbox-cursor.ts'
import { inboxAction } from './inbox-keys.ts'

const item = (id: string) => ({ ask: { requestId: id as RequestId } }) as InboxItem
const [one, two, three] = [item('one'), item('two'), item('three')]
const all = [one, two, three]

describe('the cursor of the inbox', () => {
  it('stands on the one that has waited longest, and stays at the ends', () => {
    const start = { id: null, at: 0 }
    expect(itemAt(all, start)).toBe(one)
    expect([moved(all, start, -1), moved(all, start, 1), moved(all, start, 'last')]).toEqual([
      one,
      two,
      three,
    ])
    expect(moved(all, cursorOn(all, three), 1)).toBe(three)
  })

  it('stays on its request when others go or come', () => {
    expect(itemAt([two, three], cursorOn(all, two))).toBe(two)
    expect(itemAt([item('zero'), ...all], cursorOn(all, two))).toBe(two)
  })

  it('goes to what comes to its place when its request is gone', () => {
    expect(itemAt([one, three], cursorOn(all, two))).toBe(three)
    expect(itemAt([one, two], cursorOn(all, three))).toBe(two)
    expect(itemAt([], cursorOn(all, three))).toBe(null)
  })
})

describe('a key of the inbox', () => {
  const key = (name: string, more = {}) => {
    const held = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false }
    return inboxAction({ key: name, keyCode: 0, isComposing: false, ...held, ...more }, false)
  }

  it.each([
    ['j', { does: 'move', step: 1 }],
    ['ArrowUp', { does: 'move', step: -1 }],
    ['d', null],
    ['f', null],
    ['q', null],
    ['Enter', null],
  ])('%s means %j', (name, action) => {
    expect(key(name)).toEqual(action)
  })

  it.each([
    ['Enter', {}, { does: 'allow', scope: 'once' }],
    ['Enter', { shiftKey: true }, { does: 'allow', scope: 'session' }],
    ['Enter', { altKey: true }, { does: 'allow', scope: 'project' }],
    ['Backspace', { shiftKey: true }, { does: 'refuse' }],
    ['d', {}, { does: 'deny' }],
    ['l', {}, { does: 'folder' }],
  ])('%s with the command key and %j means %j', (name, more, action) => {
    expect(key(name, { ctrlKey: true, ...more })).toEqual(action)
    expect(key(name, { ctrlKey: true, ...more, repeat: true })).toBe(null)
  })

  it('neither answers nor leads to an answer when it is a letter', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const found = letters.flatMap((letter) => key(letter)?.does ?? [])
    expect([...new Set(found)].toSorted()).toEqual(['expiry', 'move', 'open', 'select', 'whole'])
  })

  it('means nothing with another modifier, and moves on while it is held down', () => {
    expect([key('v', { ctrlKey: true }), key('v', { repeat: true })]).toEqual([null, null])
    expect(key('j', { repeat: true })).toEqual({ does: 'move', step: 1 })
  })
})
