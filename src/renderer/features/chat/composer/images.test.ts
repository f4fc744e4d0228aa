import { expect, it } from 'vitest'
import { fitting, imageUrl, pastedFiles, readImages } from './images.ts'

const file = (name: string, type: string, size: number) =>
  new File([new Uint8Array(size).fill(7)], name, { type })

it('takes pictures and names the files it cannot take', async () => {
  const { images, refused } = await readImages([
    file('a.png', 'image/png', 100_000),
    file('b.pdf', 'application/pdf', 10),
    file('empty.png', 'image/png', 0),
  ])
  expect(images.map(({ name, mime }) => [name, mime])).toEqual([['a.png', 'image/png']])
  expect(Buffer.from(images[0]?.base64 ?? '', 'base64')).toEqual(Buffer.alloc(100_000, 7))
  expect(refused).toEqual(['b.pdf', 'empty.png'])
})

it('shows a picture from its own bytes', () => {
  expect(imageUrl({ mime: 'image/gif', base64: 'R0lG', name: 'a.gif' })).toBe('data:image/gif;base64,R0lG')
})

const picture = (name: string, bytes: number) => ({
  ...{ mime: 'image/png' as const, name },
  base64: 'A'.repeat((bytes / 3) * 4),
})

it('names the pictures that one message cannot carry', () => {
  const nine = Array.from({ length: 9 }, (_, at) => picture(`${at}.png`, 9_000_000))
  expect(fitting(nine.slice(0, 2), nine.slice(2))).toEqual({
    images: nine.slice(0, 5),
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
