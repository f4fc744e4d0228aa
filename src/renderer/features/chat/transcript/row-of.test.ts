import { expect, it } from 'vitest'
import { call, createHistory } from '../../../../../test/support/data/history.ts'
import { createLex } from '../../../markdown/lex.ts'
import { storedEntries } from './entries.ts'
import { matchIn, rowOf } from './row-of.ts'
import { createRows } from './rows.ts'

it('finds the row of every event: its own, that of its call, or the one before it', () => {
  const history = createHistory()
  const asked = history.user('Look around.')
  const calls = history.answer('I look.', call('a'), call('b'))
  const [a, b] = [history.result('a', 'one'), history.result('b', 'two')]
  const hidden = history.item({ visibility: 'hidden' })
  const answer = history.answer('Two things.')
  const rows = createRows(createLex()).rowsOf(storedEntries(history.path, {}))
  expect(rows.map((row) => (row.kind === 'entry' ? row.entry.kind : row.kind))).toEqual([
    'you',
    'say',
    'tools',
    'say',
  ])
  const found = [asked, calls, a, b, hidden, answer].map((id) => rowOf(rows, history.path, id))
  expect(found).toEqual([0, 1, 2, 2, 2, 3])
  expect(rowOf(rows, history.path, 'evt_99999999')).toBe(-1)
})

it('finds the row of a match in an answer that is cut into rows', () => {
  const history = createHistory()
  const filler = (from: number) =>
    Array.from({ length: 20 }, (_, line) => `Paragraph ${from + line}. ${'word '.repeat(40)}`)
  const text = ['A tide.', ...filler(0), 'Two tides: this tide.', ...filler(20), 'The last Tide.'].join(
    '\n\n',
  )
  const answer = history.answer(text)
  const rows = createRows(createLex()).rowsOf(storedEntries(history.path, {}))
  const first = rowOf(rows, history.path, answer)
  const found = [0, 1, 2, 3].map((nth) => matchIn(rows, first, ['tide'], nth))
  expect(found).toEqual([
    { index: 0, nth: 0 },
    { index: 5, nth: 0 },
    { index: 5, nth: 1 },
    { index: 10, nth: 0 },
  ])
  // One that is counted and not found stays at the beginning.
  expect(matchIn(rows, first, ['tide'], 9)).toEqual({ index: 0, nth: 9 })
})
