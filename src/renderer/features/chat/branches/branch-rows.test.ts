import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventId } from '#shared/ids.ts'
import type { Branch, Fork } from '#shared/session/fork.ts'
import { branchRows, shownRow } from './branch-rows.ts'

const id = (name: string) => name as EventId
const branch = (name: string, shown = false): Branch => ({
  id: id(name),
  leafId: id(`${name} end`),
  at: 0,
  text: name,
  messages: 2,
  shown,
})
const fork = (parent: string | null, on: string | null, branches: Branch[]): Fork => ({
  parentId: parent === null ? null : id(parent),
  on: on === null ? null : id(on),
  text: parent ?? '',
  branches,
})
const drawn = (forks: readonly Fork[], closed: string[] = []) =>
  branchRows(forks, new Set(closed)).map(
    ({ level, kind, text }) => `${'  '.repeat(level - 1)}${kind} ${text}`,
  )

const forks = [
  fork(null, null, [branch('a', true), branch('b')]),
  fork('x', 'a', [branch('a1'), branch('a2', true)]),
  fork('y', 'b', [branch('b1'), branch('b2')]),
  fork('z', 'a', [branch('a3'), branch('a4')]),
]

describe('the tree of a chat', () => {
  it('has under each way the places where it parts again', () => {
    expect(drawn(forks)).toEqual([
      'fork ',
      '  branch a',
      '    fork x',
      '      branch a1',
      '      branch a2',
      '    fork z',
      '      branch a3',
      '      branch a4',
      '  branch b',
      '    fork y',
      '      branch b1',
      '      branch b2',
    ])
    expect(shownRow(branchRows(forks, new Set()))).toBe('a2')
  })

  it('leaves out what is closed, and the cursor then stands on the way above', () => {
    expect(drawn(forks, ['a', 'fork/y'])).toEqual(['fork ', '  branch a', '  branch b', '    fork y'])
    expect(shownRow(branchRows(forks, new Set(['a'])))).toBe('a')
  })

  it('draws every way exactly once, however deep they lie', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 300 }), (picks) => {
        const ways = ['start']
        const deep = picks.map((pick, index) => {
          const on = ways[pick % ways.length] ?? 'start'
          ways.push(`${index}a`, `${index}b`)
          return fork(`${index}`, on === 'start' ? null : on, [branch(`${index}a`), branch(`${index}b`)])
        })
        const rows = branchRows(deep, new Set())
        expect(new Set(rows.map((row) => row.id)).size).toBe(deep.length * 3)
      }),
    )
  })
})
