import { expect, it } from 'vitest'
import { createFormulas, isSettable } from './formulas.ts'

/** Formulas on a clock that each formula moves on by 3 ms; slices run when asked for. */
function rig(fails: (source: string) => boolean = () => false) {
  let time = 0
  const slices: (() => void)[] = []
  const set = (source: string) => {
    time += 3
    if (fails(source)) throw new SyntaxError('No formula.')
    return { source } as unknown as DocumentFragment
  }
  const formulas = createFormulas({
    load: async () => set,
    now: () => time,
    later: (run) => void slices.push(run),
  })
  const done: string[] = []
  const ask = (source: string) =>
    formulas(source, false, (markup) => done.push(markup === null ? `no ${source}` : source))
  return { ask, done, slices }
}

it('sets a few formulas at a time and lets the window draw in between', async () => {
  const { ask, done, slices } = rig()
  for (const source of ['a', 'b', 'c', 'd', 'e']) ask(source)
  await Promise.resolve()
  expect(done).toEqual(['a', 'b', 'c'])
  slices.shift()?.()
  expect(done).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(slices).toEqual([])
})

it('skips formulas nobody waits for, and leaves unreadable ones to their source', async () => {
  const { ask, done } = rig((source) => source === '\\bad')
  ask('\\bad')
  ask('gone')()
  ask('x^2')
  await Promise.resolve()
  expect(done).toEqual(['no \\bad', 'x^2'])
})

it('never sets what is too long or nests too deep', () => {
  expect(isSettable('\\frac{1}{x}')).toBe(true)
  expect(isSettable('{'.repeat(100))).toBe(false)
  expect(isSettable('x'.repeat(10_000))).toBe(false)
})
