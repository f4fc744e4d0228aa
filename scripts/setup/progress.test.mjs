import { expect, it } from 'vitest'
import { createProgress, seconds } from './progress.mjs'

it('prints a line when a step begins and one when it ends', async () => {
  let text = ''
  let now = 0
  const progress = createProgress({ write: (part) => (text += part) }, () => now)
  await progress.step('Fetching', async () => {
    now = 1_500
  })
  expect(text).toBe('[   0.0 s]  Fetching ...\n[   1.5 s]  Fetching: done in 1.5 s\n')
})

it('writes long times in minutes', () => {
  expect([seconds(950), seconds(61_000)]).toEqual(['0.9 s', '1 min 1 s'])
})
