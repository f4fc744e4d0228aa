import { readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { Formatted } from '#shared/problems/formatted.ts'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { formatEdited } from './format-edited.ts'

const { signal } = new AbortController()

async function open() {
  const folder = await openTempFolder('format')
  const kept: { path: string; text: string; lines: { added: number; removed: number } }[] = []
  let settled = 0
  const format = (text: string): Formatted =>
    text.includes('broken')
      ? { state: 'failed', by: 'fmt', detail: 'line 1', said: [] }
      : { state: 'changed', by: 'fmt', text: text.replaceAll(' = ', '=') }
  const run = (paths: readonly string[]) =>
    formatEdited(
      {
        flavour: { path, home: '/' },
        isClosed: async ({ shown }) => shown.startsWith('closed'),
        format: async ({ text }) => format(text),
        beforeChange: async (next) => {
          kept.push({ path: next.path, text: await readFile(next.path, 'utf8'), lines: next.lines })
          return async () => {
            settled += 1
          }
        },
      },
      { root: folder.path, paths },
      signal,
    )
  return {
    ...folder,
    kept,
    run,
    settled: () => settled,
    text: (name: string) => readFile(folder.at(name), 'utf8'),
  }
}

it('formats each file as a change that can be undone, and leaves alone what is closed or outside', async () => {
  const { at, write, run, kept, settled, text } = await open()
  const outside = await openTempFolder('outside')
  await outside.write('d.ts', 'd = 1\n')
  await write('a.ts', 'a = 1\r\nb = 2\r\n')
  await write('closed.ts', 'c = 1\n')
  await write('broken.ts', 'broken = 1\n')
  await write('same.ts', 'a=1\n')
  await write('data.bin', String.fromCharCode(0, 1, 0))
  await symlink(outside.at('d.ts'), at('link.ts'))
  const names = ['a.ts', 'closed.ts', 'broken.ts', 'same.ts', 'data.bin', 'link.ts', 'gone.ts']
  const done = await run([...names.map((name) => at(name)), outside.at('d.ts')])
  expect(done).toMatchObject({
    changed: ['a.ts'],
    failed: [{ path: 'broken.ts', why: { detail: 'line 1' } }],
  })
  expect(await text('a.ts')).toBe('a=1\r\nb=2\r\n')
  expect(kept).toEqual([{ path: at('a.ts'), text: 'a = 1\r\nb = 2\r\n', lines: { added: 2, removed: 2 } }])
  expect(settled()).toBe(1)
  expect([await text('closed.ts'), await readFile(outside.at('d.ts'), 'utf8')]).toEqual([
    'c = 1\n',
    'd = 1\n',
  ])
})
