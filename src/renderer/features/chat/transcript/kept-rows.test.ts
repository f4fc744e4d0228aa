import { expect, it } from 'vitest'
import { createKeptRows } from './kept-rows.ts'

it('keeps the newest four rows, and lets the oldest end in peace', async () => {
  let changes = 0
  const kept = createKeptRows(
    (row) => row === 'seen',
    () => {
      changes += 1
    },
  )
  let ended = ''
  const ends = (row: string) => async () => {
    ended += row
  }
  kept.keep('seen', ends('seen'))()
  changes = 0
  const drops = ['a', 'b', 'b', 'c', 'd'].map((row) => kept.keep(row, ends(row)))
  expect([kept.rows(), ended, changes]).toEqual([['a', 'b', 'c', 'd'], '', 5])
  kept.keep('e', ends('e'))
  // It stays drawn until it has ended.
  expect([kept.rows(), ended]).toEqual([['a', 'b', 'c', 'd', 'e'], 'a'])
  await expect.poll(() => kept.rows()).toEqual(['b', 'c', 'd', 'e'])
  drops[1]?.()
  expect(kept.rows()).toEqual(['b', 'c', 'd', 'e'])
  drops[2]?.()
  drops[2]?.()
  expect(kept.rows()).toEqual(['c', 'd', 'e'])
})

it('lets no row end that is in sight', () => {
  const kept = createKeptRows(
    () => true,
    () => {},
  )
  const ended: string[] = []
  for (const row of ['a', 'b', 'c', 'd', 'e']) kept.keep(row, async () => void ended.push(row))
  expect([ended, kept.rows()]).toEqual([[], ['b', 'c', 'd', 'e']])
})

it('tells each view once that it ends, with all others of its row', async () => {
  const kept = createKeptRows(
    () => false,
    () => {},
  )
  const ended: string[] = []
  const done: (() => void)[] = []
  const keep = (row: string, name: string) =>
    kept.keep(row, () => {
      ended.push(name)
      return new Promise((resolve) => done.push(resolve))
    })
  for (const name of ['a1', 'a2', 'b', 'c', 'd', 'e', 'f']) keep(name.charAt(0), name)
  expect(ended).toEqual(['a1', 'a2', 'b'])
  expect(kept.rows()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  for (const each of done) each()
  await expect.poll(() => kept.rows()).toEqual(['c', 'd', 'e', 'f'])
})
