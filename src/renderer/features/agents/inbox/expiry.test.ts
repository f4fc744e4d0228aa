import { expect, it } from 'vitest'
import { EXPIRIES, expiryOf, lasting, nextExpiry } from './expiry.ts'

it('ends a lasting answer after the chosen time, and one for once never', () => {
  expect(lasting({ scope: 'project' }, 'hour', 1_000)).toEqual({ scope: 'project', expiresAt: 3_601_000 })
  expect(lasting({ scope: 'folder', path: 'src' }, 'revoked', 1_000)).toEqual({
    scope: 'folder',
    path: 'src',
  })
  expect(lasting({ scope: 'once' }, 'week', 1_000)).toEqual({ scope: 'once' })
})

it('goes round all the choices', () => {
  const round = EXPIRIES.map(({ id }) => nextExpiry(id))
  expect(round).toEqual(['hour', 'day', 'week', 'revoked'])
  expect([expiryOf('day'), expiryOf('never')]).toEqual(['day', 'revoked'])
})
