import { expect, it } from 'vitest'
import type { AttemptFile } from '#shared/attempts/attempts.ts'
import { partsOf, pickedKeys, pickRows } from './pick-rows.ts'

const hunk = (id: string, oldStart: number, ...lines: string[]) => ({
  id,
  oldStart,
  newStart: oldStart,
  section: '',
  lines,
})
const file = (path: string, ...hunks: AttemptFile['hunks']): AttemptFile => ({
  path,
  kind: 'modified',
  added: 1,
  removed: 1,
  cut: false,
  hunks,
})
const attempts = [
  { letter: 'A', files: [file('a.ts', hunk('1', 1, '-one', '+ONE'), hunk('2', 40, '-x', '+y'))] },
  { letter: 'B', files: [file('a.ts', hunk('3', 1, '-one', '+1')), { ...file('new.ts'), kind: 'added' }] },
].map(({ letter, files }) => ({ letter, changes: { files } })) as unknown as Parameters<
  typeof pickRows
>[0]['attempts']

it('puts changes of the same lines into one row, and others into rows of their own', () => {
  const rows = pickRows({ attempts })
  expect(rows.map(({ path, choices }) => [path, choices.map(({ letter }) => letter).join('')])).toEqual([
    ['a.ts', 'AB'],
    ['a.ts', 'A'],
    ['new.ts', 'B'],
  ])
})

it('turns choices into parts and back', () => {
  const rows = pickRows({ attempts })
  const keys = new Set(rows.flatMap(({ choices }) => choices.slice(-1)).map(({ key }) => key))
  const parts = partsOf(rows, keys)
  expect(parts).toEqual([
    { letter: 'B', path: 'a.ts', hunks: ['3'] },
    { letter: 'A', path: 'a.ts', hunks: ['2'] },
    { letter: 'B', path: 'new.ts', hunks: null },
  ])
  expect(pickedKeys(parts)).toEqual(keys)
})
