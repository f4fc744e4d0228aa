import { expect, it } from 'vitest'
import { call, createHistory, eventId } from '../../../../test/support/data/history.ts'
import { keptWords } from './kept-words.ts'

it('keeps words of the person and changed files from every part of a branch, also one summarised before', () => {
  const history = createHistory()
  history.user('Never touch f39.ts.')
  history.answer('Fine.', call('c1'))
  const tool = { callId: 'c1', name: 'write', isError: false, durationMs: 1 }
  const details = { kind: 'write' as const, path: 'src/a.ts', added: 1, removed: 0, diff: '', created: true }
  history.result('c1', 'Written.', { tool: { ...tool, details: details as never } })
  history.compact('Summed up.', eventId(3))
  history.item({ kind: 'steer', origin: 'user', content: 'And hurry.' })
  const last = history.user('Go on.')
  history.user('Not yet summarised.')
  expect(keptWords(history.path, last)).toEqual({
    said: ['Never touch f39.ts.', 'And hurry.', 'Go on.'],
    files: ['src/a.ts'],
  })
})

it('leaves out what the person left out', () => {
  const history = createHistory()
  const first = history.user('Forget this.')
  history.answer('Yes.')
  history.user('Keep this.')
  history.append('exchange.snipped', { first })
  const last = history.user('Go on.')
  expect(keptWords(history.path, last).said).toEqual(['Keep this.', 'Go on.'])
})
