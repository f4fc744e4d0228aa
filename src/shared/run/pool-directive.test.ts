import { expect, it } from 'vitest'
import { poolOfMessage } from './pool-directive.ts'

it.each([
  ['+500k Tidy up', { tokens: 500_000, usd: null }, 'Tidy up'],
  ['+$2 Tidy up', { tokens: null, usd: 2 }, 'Tidy up'],
  ['+$2.50 +1m\nTidy up', { tokens: 1_000_000, usd: 2.5 }, 'Tidy up'],
  ['  +20k +$1 Go', { tokens: 20_000, usd: 1 }, 'Go'],
])('reads the limit of %s', (text, pool, words) => {
  expect(poolOfMessage(text)).toEqual({ pool, words })
})

it.each(['+$2', '+5 is the answer', 'Add +500k here', '+$0 Go', '+500kb Go', '1 +$2 Go'])(
  'finds no limit in %s',
  (text) => {
    expect(poolOfMessage(text)).toEqual({ pool: null, words: text })
  },
)
