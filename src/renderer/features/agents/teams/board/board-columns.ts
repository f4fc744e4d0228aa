import { type Card, CardStatus } from '#shared/team/card.ts'

/** One column of a board, with its cards in the order they are shown. */
export type Column = { readonly status: CardStatus; readonly cards: readonly Card[] }

/** Returns the columns from left to right. Completed cards are newest first, others by number. */
export function columnsOf(cards: readonly Card[]): readonly Column[] {
  return CardStatus.options.map((status) => {
    const here = cards.filter((card) => card.status === status)
    if (status !== 'completed') return { status, cards: here }
    return {
      status,
      cards: here.toSorted((left, right) => (right.completedAt ?? 0) - (left.completedAt ?? 0)),
    }
  })
}

/** The cursor of the board. */
export type BoardPlace = { readonly column: number; readonly row: number }

/** Returns the position of a card; null when it is not on the board. */
export function placeOf(columns: readonly Column[], id: number | null): BoardPlace | null {
  for (const [column, { cards }] of columns.entries()) {
    const row = cards.findIndex((card) => card.id === id)
    if (row >= 0) return { column, row }
  }
  return null
}

const ASIDE: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 }

/** The card a key leads to: up and down within a column, left and right to the next column that holds any. */
export function cardAfter(columns: readonly Column[], at: BoardPlace, key: string): Card | null {
  const here = columns[at.column]?.cards ?? []
  if (key === 'ArrowDown') return here[at.row + 1] ?? null
  if (key === 'ArrowUp') return here[at.row - 1] ?? null
  if (key === 'Home') return here[0] ?? null
  if (key === 'End') return here.at(-1) ?? null
  const step = ASIDE[key]
  if (step === undefined) return null
  for (let column = at.column + step; columns[column] !== undefined; column += step) {
    const there = columns[column]?.cards ?? []
    const card = there[Math.min(at.row, there.length - 1)]
    if (card !== undefined) return card
  }
  return null
}
