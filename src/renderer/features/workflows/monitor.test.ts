import { expect, it } from 'vitest'
import { commandOf, type PressedKey, paneAction, tabMove } from './monitor/monitor-keys.ts'
import { clampPhase, clampRow, freshMonitor, stepped } from './monitor/monitor-state.ts'

const key = (name: string, more: Partial<PressedKey> = {}): PressedKey => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})

it('goes from tab to tab with Tab and leaves the strip at its ends', () => {
  const shift = { shiftKey: true }
  expect([tabMove(key('Tab'), 0, 3), tabMove(key('Tab'), 2, 3)]).toEqual([1, null])
  expect([tabMove(key('Tab', shift), 1, 3), tabMove(key('Tab', shift), 0, 3)]).toEqual([0, null])
  expect([tabMove(key('End'), 0, 3), tabMove(key('ArrowLeft'), 2, 3)]).toEqual([2, 1])
  expect(tabMove(key('Tab', { ctrlKey: true }), 0, 3)).toBeNull()
})

it('moves between the panes sideways and within them up and down', () => {
  expect(paneAction(key('ArrowRight'), 'phases')).toEqual({ does: 'column', to: 'agents' })
  expect(paneAction(key('ArrowRight'), 'detail')).toBeNull()
  expect(paneAction(key('ArrowLeft'), 'phases')).toBeNull()
  expect(paneAction(key('ArrowDown'), 'agents')).toEqual({ does: 'row', step: 1 })
  expect(paneAction(key('Enter'), 'agents')).toEqual({ does: 'open', step: 0 })
})

it('leaves the arrows up and down to what is inside the detail', () => {
  expect(paneAction(key('ArrowDown'), 'detail')).toBeNull()
})

it('knows the commands on the run, and not with a modifier', () => {
  const commands = ['r', 'X', 'f', 'c', 'n', '/', '?', 'q'].map((name) => commandOf(key(name))?.does ?? null)
  expect(commands).toEqual(['resume', 'stop', 'fork', 'compare', 'launch', 'filter', 'help', null])
  expect(commandOf(key('r', { ctrlKey: true }))).toBeNull()
})

it('begins in the phases, or in the agents where there are none', () => {
  expect([freshMonitor(4).column, freshMonitor(1).column]).toEqual(['phases', 'agents'])
})

it('keeps the selection within what is there', () => {
  const state = { ...freshMonitor(3), agentId: 7, agentRow: 4 }
  expect(clampRow([5, 7, 9], state)).toBe(1)
  expect(clampRow([5, 9], state)).toBe(1)
  expect(clampRow([], state)).toBe(-1)
  expect([clampPhase(['all', 'a'], 'a'), clampPhase(['all'], 'a')]).toEqual(['a', 'all'])
  expect([stepped(0, -1, 3), stepped(2, 1, 3), stepped(1, 'last', 3), stepped(0, 1, 0)]).toEqual([0, 2, 2, 0])
})
