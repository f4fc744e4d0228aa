import { expect, it } from 'vitest'
import { WORDS_SHOWN } from '#shared/session/snipped.ts'
import { call, createHistory } from '../../../../test/support/data/history.ts'
import { createTokenCounter } from '../budget/count-tokens.ts'
import { leftOutOf } from './left-out.ts'

const listed = (history: ReturnType<typeof createHistory>) => leftOutOf(history.path, createTokenCounter())

it('lists what is left out with about what it would take, and where the next question stands', () => {
  const history = createHistory()
  history.user('first')
  const second = history.user(`second ${'and so on 😀'.repeat(100)}`)
  history.answer('I look.', call('c1'))
  history.result('c1', 'word '.repeat(1_000))
  const third = history.user('third')
  expect(listed(history)).toEqual([])
  history.append('exchange.snipped', { first: second })
  const [out] = listed(history)
  expect(listed(history)).toHaveLength(1)
  expect(out).toMatchObject({ first: second, next: third })
  expect([...(out?.words ?? '')]).toHaveLength(WORDS_SHOWN)
  expect(out?.tokens).toBeGreaterThan(1_000)
  history.append('exchange.restored', { first: second })
  expect(listed(history)).toEqual([])
})

it('lists nothing a summary stands for', () => {
  const history = createHistory()
  const first = history.user('first')
  const second = history.user('second')
  history.user('third')
  history.append('exchange.snipped', { first })
  history.append('exchange.snipped', { first: second })
  expect(listed(history).map(({ words }) => words)).toEqual(['first', 'second'])
  history.compact('They asked.', first)
  expect(listed(history).map(({ words }) => words)).toEqual(['second'])
})
