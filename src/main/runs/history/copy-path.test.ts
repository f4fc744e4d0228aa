import { expect, it } from 'vitest'
import type { ContextId } from '#shared/ids.ts'
import { snippedIn } from '#shared/session/snipped.ts'
import { countingIds } from '../../../../test/support/data/counting-ids.ts'
import { createHistory } from '../../../../test/support/data/history.ts'
import { copiesOf } from './copy-path.ts'

it('leaves out in a copy what is left out, and passes over what was said of somewhere else', () => {
  const history = createHistory()
  const elsewhere = history.user('not copied')
  const first = history.user('out')
  history.answer('an answer')
  history.user('newest')
  history.append('exchange.snipped', { first })
  history.append('exchange.snipped', { first: elsewhere })
  const contextId = 'ctx_00000001' as ContextId
  const copies = copiesOf(history.path.slice(1), { contextId, newId: countingIds(), goesOn: null })
  const out = copies.filter(({ kind }) => kind === 'exchange.snipped')
  expect(out.map(({ payload }) => payload)).toEqual([{ first: copies[0]?.id }])
  expect(snippedIn(history.path).firsts.has(first)).toBe(true)
})
