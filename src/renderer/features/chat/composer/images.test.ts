import { expect, it } from 'vitest'
import { imageUrl, readImages } from './images.ts'

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
