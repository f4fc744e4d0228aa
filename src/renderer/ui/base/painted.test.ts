import { expect, it } from 'vitest'
import { painted } from './painted.ts'

it('resolves once a frame was painted, and not while it is only asked for', async () => {
  const frames: (() => void)[] = []
  const order: string[] = []
  const done = painted((draw) => frames.push(draw)).then(() => order.push('painted'))
  await Promise.resolve()
  order.push('asked for')
  for (const draw of frames) draw()
  await done
  expect(order).toEqual(['asked for', 'painted'])
})

it('does not wait for ever in a window that is hidden and paints nothing', async () => {
  await expect(painted(() => 0)).resolves.toBe(undefined)
})
