import { expect, it } from 'vitest'
import { call, createHistory } from '../../../../../test/support/history.ts'
import { createLex } from '../../../markdown/lex.ts'
import { storedEntries } from './entries.ts'
import { rowOf } from './row-of.ts'
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
