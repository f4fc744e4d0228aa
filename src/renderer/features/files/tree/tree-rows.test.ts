import { expect, it } from 'vitest'
import type { FolderEntries } from '#shared/file/project-file.ts'
import { foldersAround, TOP, treeRows } from './tree-rows.ts'

const WORDS = { ignored: 'ignored', link: 'link', more: (count: number) => `${count} more` }
const list = (more: number, ...entries: FolderEntries['entries']): FolderEntries => ({ entries, more })
const folder = (name: string, ignored = false) => ({ name, kind: 'folder' as const, ignored })
const file = (name: string, ignored = false) => ({ name, kind: 'file' as const, ignored })

it('shows the entries of open folders below them, and what is in an ignored folder as ignored', () => {
  const lists = new Map([
    [TOP, list(2, folder('out', true), folder('src'), file('a.ts'))],
    ['out', list(0, file('b.js'))],
    ['src', list(0, { name: 'l', kind: 'link', ignored: false })],
  ])
  const rows = treeRows(lists, new Set(['out', 'src', 'gone']), WORDS)
  expect(rows.map(({ level, path, kind, description = '' }) => [level, path, kind, description])).toEqual([
    [1, 'out', 'folder', 'ignored'],
    [2, 'out/b.js', 'file', 'ignored'],
    [1, 'src', 'folder', ''],
    [2, 'src/l', 'link', 'link'],
    [1, 'a.ts', 'file', ''],
    [1, TOP, 'more', ''],
  ])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
})

it('names the folders around a file', () => {
  expect([foldersAround('a.ts'), foldersAround('a/b/c.ts')]).toEqual([[], ['a', 'a/b']])
})
