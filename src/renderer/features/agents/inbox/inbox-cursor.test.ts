import { describe, expect, it } from 'vitest'
import type { RequestId } from '#shared/ids.ts'
import type { InboxItem } from '#shared/session/inbox.ts'
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
  const key = (name: string, more = {}) =>
    inboxAction({ key: name, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...more })

  it.each([
    ['j', { does: 'move', step: 1 }],
    ['ArrowUp', { does: 'move', step: -1 }],
    ['A', { does: 'allow', scope: 'once' }],
    ['s', { does: 'allow', scope: 'session' }],
    ['P', { does: 'allow', scope: 'project' }],
    ['d', { does: 'deny' }],
    ['q', null],
    ['Enter', null],
  ])('%s means %j', (name, action) => {
    expect(key(name)).toEqual(action)
  })

  it('means nothing with a modifier, and answers nothing while it is held down', () => {
    expect([key('a', { ctrlKey: true }), key('a', { repeat: true })]).toEqual([null, null])
    expect(key('j', { repeat: true })).toEqual({ does: 'move', step: 1 })
  })
})
