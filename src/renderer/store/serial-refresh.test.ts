import { expect, it } from 'vitest'
import { serialRefresh } from './serial-refresh.ts'

/** Something that is asked for and answered when it is let. */
function rig() {
  const waiting: { readonly answer: () => void; readonly fail: (error: Error) => void }[] = []
  let asked = 0
  const ask = serialRefresh(() => {
    asked += 1
    return new Promise<void>((answer, fail) => waiting.push({ answer, fail }))
  })
  const turn = () => new Promise<void>((done) => setImmediate(done))
  return { ask, asked: () => asked, next: () => waiting.shift(), turn }
}

it('asks once more for whoever wants it while one is on its way, and has them wait for that', async () => {
  const { ask, asked, next, turn } = rig()
  const over: string[] = []
  const first = ask().then(() => over.push('first'))
  const second = ask().then(() => over.push('second'))
  const third = ask().then(() => over.push('third'))
  next()?.answer()
  await turn()
  expect([asked(), over]).toEqual([2, []])
  next()?.answer()
  await Promise.all([first, second, third])
  expect([asked(), over]).toEqual([2, ['first', 'second', 'third']])
})

it('can be asked again after a failure, which everybody who waited is told of', async () => {
  const { ask, asked, next } = rig()
  const [first, second] = [ask(), ask()]
  next()?.fail(new Error('Gone.'))
  await expect(first).rejects.toThrow('Gone.')
  await expect(second).rejects.toThrow('Gone.')
  const third = ask()
  next()?.answer()
  await third
  expect(asked()).toBe(2)
})
