import { describe, expect, it } from 'vitest'
import type { Card, CardStatus } from '#shared/team/card.ts'
import { cardAfter, columnsOf, placeOf } from './board-columns.ts'

const card = (id: number, status: CardStatus, completedAt: number | null = null): Card => ({
  id,
  subject: `Card ${id}`,
  description: '',
  status,
  owner: null,
  blockedBy: [],
  blocks: [],
  metadata: {},
  createdAt: 0,
  startedAt: null,
  completedAt,
})
const BOARD = columnsOf([
  card(1, 'completed', 10),
  card(2, 'pending'),
  card(3, 'completed', 30),
  card(4, 'pending'),
])
const goes = (id: number, key: string) => {
  const at = placeOf(BOARD, id)
  return at === null ? null : (cardAfter(BOARD, at, key)?.id ?? null)
}

describe('a board', () => {
  it('has a column for each state, with what was done last on top', () => {
    expect(BOARD.map(({ status, cards }) => [status, cards.map(({ id }) => id)])).toEqual([
      ['pending', [2, 4]],
      ['in_progress', []],
      ['completed', [3, 1]],
    ])
  })

  it('is walked with arrow keys, past columns that are empty, and ends at its edges', () => {
    expect([goes(2, 'ArrowDown'), goes(4, 'ArrowDown'), goes(2, 'ArrowUp')]).toEqual([4, null, null])
    expect([goes(4, 'ArrowRight'), goes(1, 'ArrowLeft'), goes(3, 'ArrowRight')]).toEqual([1, 4, null])
    expect([goes(4, 'Home'), goes(2, 'End'), goes(2, 'x')]).toEqual([2, 4, null])
  })

  it('goes to the last card of a shorter column', () => {
    const uneven = columnsOf([card(1, 'pending'), card(2, 'pending'), card(3, 'in_progress')])
    expect(cardAfter(uneven, { column: 0, row: 1 }, 'ArrowRight')?.id).toBe(3)
  })

  it('does not know where a card lies that is gone', () => {
    expect(placeOf(BOARD, 9)).toBeNull()
  })
})
