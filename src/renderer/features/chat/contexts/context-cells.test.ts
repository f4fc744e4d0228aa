import { expect, it } from 'vitest'
import { CELLS, contextCells } from './context-cells.ts'

const NOTHING = { instructions: 0, memory: 0, messages: 0, toolOutput: 0, attachments: 0, window: 1_000 }
const counts = (...asked: Parameters<typeof contextCells>) => {
  const cells = contextCells(...asked)
  expect(cells).toHaveLength(CELLS)
  return Object.fromEntries(
    [...new Set(cells)].map((cell) => [cell, cells.filter((each) => each === cell).length]),
  )
}

it('shows each part by its share, in order, with what stays free for the answer at the end', () => {
  const breakdown = { ...NOTHING, instructions: 100, messages: 250, toolOutput: 50 }
  expect(counts(breakdown, 200)).toEqual({
    instructions: 20,
    messages: 50,
    toolOutput: 10,
    free: 80,
    reserve: 40,
  })
  expect(contextCells(breakdown, 200)[0]).toBe('instructions')
  expect(contextCells(breakdown, 200).at(-1)).toBe('reserve')
})

it('shows a cell of what is hardly there, and never more than the window', () => {
  expect(counts({ ...NOTHING, memory: 1 }, 0)).toEqual({ memory: 1, free: 199 })
  expect(counts({ ...NOTHING, instructions: 600, messages: 900 }, 100)).toEqual({
    instructions: 120,
    messages: 80,
  })
})
