import { expect, it } from 'vitest'
import { call, createHistory } from '../../../../test/support/data/history.ts'
import { recapOf } from './recap.ts'

it('tells what was asked, which tools did it, how it stands and what is noted', () => {
  const history = createHistory()
  history.user('Look at the gauge.')
  history.answer('', call('c1'), call('c2'))
  history.result('c1', 'feet')
  history.result('c2', 'no such file')
  history.answer('It reads in feet.')
  const notes = [{ key: 'progress', content: 'half', by: 'agent' as const, changedAt: 1 }]
  expect(recapOf(history.path, [], notes, {})).toEqual({
    asked: ['Look at the gauge.'],
    earlier: 0,
    files: [],
    tools: [{ name: 'read', uses: 2, failed: 0 }],
    steps: [],
    lastAnswer: 'It reads in feet.',
    summary: null,
    notes: [{ key: 'progress', content: 'half' }],
    line: { text: 'Look at the gauge.', isCurrent: false },
    kept: null,
  })
})

it('tells the newest of a long chat, and how much went before', () => {
  const history = createHistory()
  for (let turn = 0; turn < 20; turn++) history.user(`q${turn}`)
  const { asked, earlier } = recapOf(history.path, [], [], {})
  expect([asked.length, asked[0], asked.at(-1), earlier]).toEqual([12, 'q8', 'q19', 8])
})

it('has nothing to tell of a chat in which nothing was said', () => {
  expect(recapOf([], [], [], {})).toMatchObject({ asked: [], lastAnswer: null, summary: null, notes: [] })
})

it('tells line and summary of the model, and whether something was said since', () => {
  const history = createHistory()
  history.user('Look at the gauge.')
  const id = history.answer('It reads in feet.')
  const side = {
    line: { text: 'Gauge reads feet', through: id },
    summary: { text: 'The gauge reads feet.', through: id, tokens: 9, at: 7 },
  }
  const { line, kept } = recapOf(history.path, [], [], side)
  expect([line, kept]).toEqual([
    { text: 'Gauge reads feet', isCurrent: true },
    { text: 'The gauge reads feet.', at: 7, isCurrent: true },
  ])
  history.user('Convert it to metres, please, and tell me which file to look at next.')
  const later = recapOf(history.path, [], [], side)
  expect(later.line).toEqual({ text: 'Convert it to metres, please, and tell …', isCurrent: false })
  expect(later.kept?.isCurrent).toBe(false)
})
