import { expect, it } from 'vitest'
import { checkedWith, NOTHING_CHECKED } from './data-check.ts'

it('a check knows what was looked through, what is wrong with it, and how far it is', () => {
  const memory = { part: 'memory' as const, kept: 3, missing: 1, extra: 0 }
  const pieces = [
    { pieces: 4, where: 'database' as const, problems: [], part: null },
    { pieces: 4, where: 'database' as const, problems: ['events: a page is missing'], part: null },
    { pieces: 4, where: 'index' as const, problems: [], part: null },
    { pieces: 4, where: 'index' as const, problems: [], part: memory },
  ]
  expect(pieces.reduce(checkedWith, NOTHING_CHECKED)).toEqual({
    done: 4,
    pieces: 4,
    parts: [memory],
    database: { tables: 2, problems: ['events: a page is missing'] },
    index: { tables: 1, problems: [] },
  })
})
