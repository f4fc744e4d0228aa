import { expect, it } from 'vitest'
import { actOfSelectorKey } from './selector-keys.ts'

it.each([
  ['down goes down', 'ArrowDown', 0, { do: 'move', to: 1 }],
  ['down stops at the last', 'ArrowDown', 2, { do: 'move', to: 2 }],
  ['up goes up', 'ArrowUp', 2, { do: 'move', to: 1 }],
  ['up from the chat goes back to writing', 'ArrowUp', 0, { do: 'leave' }],
  ['Enter opens', 'Enter', 1, { do: 'open' }],
  ['x ends an agent', 'x', 1, { do: 'end' }],
  ['x leaves the chat alone', 'x', 0, null],
  ['Escape goes back to writing', 'Escape', 1, { do: 'leave' }],
  ['X is the same key', 'X', 1, { do: 'end' }],
  ['other keys are let be', 'a', 1, null],
])('%s', (_title, key, at, act) => {
  expect(actOfSelectorKey(pressed(key), at, 3)).toEqual(act)
})

it.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey'] as const)(
  'leaves what is pressed with %s to the window',
  (held) => {
    expect(actOfSelectorKey({ ...pressed('ArrowDown'), [held]: true }, 0, 3)).toBe(null)
  },
)

function pressed(key: string) {
  return { key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }
}
