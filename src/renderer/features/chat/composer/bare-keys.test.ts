import { describe, expect, it } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import { actOfBareKey, agentAfter, sentMessages } from './bare-keys.ts'

const key = (name: string, more: object = {}) => ({
  key: name,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
})
const free = { canSwitch: true, letGo: false }

describe('a key in an empty box', () => {
  it.each([
    ['Tab passes the chat on', key('Tab'), free, 'nextAgent'],
    ['Tab moves on after Escape', key('Tab'), { ...free, letGo: true }, null],
    ['Tab moves on where nobody else is', key('Tab'), { ...free, canSwitch: false }, null],
    ['Shift+Tab moves back', key('Tab', { shiftKey: true }), free, null],
    ['Ctrl+Tab is for the window', key('Tab', { ctrlKey: true }), free, null],
    ['Escape lets go', key('Escape'), free, 'letGo'],
    ['Escape lets go before somebody can take over', key('Escape'), { ...free, canSwitch: false }, 'letGo'],
    ['down goes to the agents', key('ArrowDown'), { ...free, canSwitch: false }, 'agents'],
    ['letters are letters', key('a'), free, null],
  ])('%s', (_title, event, where, act) => {
    expect(actOfBareKey(event, where)).toBe(act)
  })
})

it('goes from agent to agent and back to the first', () => {
  const agents = [{ id: 'build' }, { id: 'plan' }]
  expect([agentAfter('build', agents), agentAfter('plan', agents)]).toEqual(['plan', 'build'])
  expect(agentAfter('coordinator', agents)).toBe('build')
  expect(agentAfter('build', [{ id: 'build' }])).toBeNull()
})

it('brings back the newest words of the person, not those of the app or of an answer', () => {
  const said = (role: string, text: string, channel?: string) =>
    ({
      kind: 'message',
      payload: {
        message: { role, parts: [{ t: 'text', text }] },
        ...(channel === undefined ? {} : { origin: { channel } }),
      },
    }) as unknown as DurableEvent
  const path = [
    said('user', 'One'),
    said('user', 'Two'),
    said('user', 'One'),
    said('user', 'Two'),
    said('assistant', 'Yes'),
    said('user', 'Look', 'app'),
  ]
  expect(sentMessages(path)).toEqual(['Two', 'One'])
  expect(sentMessages([said('assistant', 'Yes')])).toEqual([])
})
