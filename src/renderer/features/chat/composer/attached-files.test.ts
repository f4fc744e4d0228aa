import { expect, it } from 'vitest'
import {
  fitting,
  imageUrl,
  isLongPaste,
  pastedFiles,
  readAttached,
  textAttachment,
  wordsOf,
} from './attached-files.ts'

const file = (name: string, type: string, size: number) =>
  new File([new Uint8Array(size).fill(7)], name, { type })

const written = (name: string, type: string, text: string) => new File([text], name, { type })

it('takes pictures, text and PDFs by their content, and names the files it cannot take', async () => {
  const { files, refused } = await readAttached([
    file('a.png', 'image/png', 100_000),
    written('b.csv', 'text/csv', 'a,b\n1,2\n'),
    written('c.rs', '', 'fn main() {}'),
    written('d.bin', 'application/octet-stream', '%PDF-1.7 …'),
    written('e.zip', 'application/zip', 'PK\u0003\u0004\0\0'),
    written('f.md', 'text/markdown', '# 潮汐'),
    file('empty.png', 'image/png', 0),
  ])
  expect(files.map(({ name, mime }) => [name, mime])).toEqual([
    ['a.png', 'image/png'],
    ['b.csv', 'text/csv'],
    ['c.rs', 'text/plain'],
    ['d.bin', 'application/pdf'],
    ['f.md', 'text/markdown'],
  ])
  expect(Buffer.from(files[0]?.base64 ?? '', 'base64')).toEqual(Buffer.alloc(100_000, 7))
  expect(refused).toEqual(['e.zip', 'empty.png'])
})

it('turns a long paste into an attachment and back', () => {
  expect([isLongPaste('x'.repeat(10_000)), isLongPaste('x'.repeat(10_001))]).toEqual([false, true])
  const attached = textAttachment('潮汐 🌊\n', 'Pasted text', 'paste')
  expect(attached).toMatchObject({ mime: 'text/plain', name: 'Pasted text', from: 'paste' })
  expect(wordsOf(attached)).toBe('潮汐 🌊\n')
})

it('shows a picture from its own bytes', () => {
  expect(imageUrl({ mime: 'image/gif', base64: 'R0lG', name: 'a.gif' })).toBe('data:image/gif;base64,R0lG')
})

const picture = (name: string, bytes: number) => ({
  mime: 'image/png' as const,
  name,
  base64: 'A'.repeat((bytes / 3) * 4),
})

it('names the pictures that one message cannot carry', () => {
  const nine = Array.from({ length: 9 }, (_, at) => picture(`${at}.png`, 9_000_000))
  expect(fitting(nine.slice(0, 2), nine.slice(2))).toEqual({
    files: nine.slice(0, 5),
    surplus: ['5.png', '6.png', '7.png', '8.png'],
  })
  const many = Array.from({ length: 23 }, (_, at) => picture(`${at}.png`, 3))
  expect(fitting([], many).surplus).toEqual(['20.png', '21.png', '22.png'])
})

it.each([
  { from: 'an office program', types: ['text/plain', 'text/html', 'text/rtf', 'Files'], taken: 0 },
  { from: 'a file manager', types: ['text/plain', 'Files'], taken: 1 },
  { from: 'a picture in a browser', types: ['text/html', 'Files'], taken: 1 },
  { from: 'a screenshot', types: ['Files'], taken: 1 },
])('knows what is meant by a paste from $from', ({ types, taken }) => {
  const files = [file('image.png', 'image/png', 5)] as unknown as FileList
  expect(pastedFiles({ types, files })).toHaveLength(taken)
})
