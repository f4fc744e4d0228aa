import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText, detectEncoding, encodeText, type TextEncoding } from './text-encoding.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)

describe('detecting the encoding of a file', () => {
  it.each<[string, Uint8Array, TextEncoding | null]>([
    ['an empty file', bytes(), { charset: 'utf8', bom: false }],
    ['plain text', Buffer.from('héllo 中文'), { charset: 'utf8', bom: false }],
    ['a marked UTF-8 file', bytes(0xef, 0xbb, 0xbf, 0x61), { charset: 'utf8', bom: true }],
    ['a marked UTF-16 LE file', bytes(0xff, 0xfe, 0x61, 0), { charset: 'utf16le', bom: true }],
    ['a marked UTF-16 BE file', bytes(0xfe, 0xff, 0, 0x61), { charset: 'utf16be', bom: true }],
    ['UTF-16 LE without a mark', Buffer.from('const a = 1', 'utf16le'), { charset: 'utf16le', bom: false }],
    [
      'UTF-16 BE without a mark',
      Buffer.from('const a = 1!', 'utf16le').swap16(),
      { charset: 'utf16be', bom: false },
    ],
    ['Latin-1', Buffer.from('café au lait', 'latin1'), { charset: 'latin1', bom: false }],
    ['a few zero bytes', bytes(0x61, 0, 0x62), null],
    ['an ELF header', bytes(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0), null],
    ['control characters without zeros', bytes(0xff, 1, 2, 3, 4, 5, 6, 0xd8), null],
  ])('%s', (_, content, expected) => {
    expect(detectEncoding(content)).toEqual(expected)
  })

  it('gives back the very bytes for every text file', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom<number[]>([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]),
        (body, mark) => {
          const content = Buffer.concat([Buffer.from(mark), body])
          const encoding = detectEncoding(content)
          if (encoding === null) return
          expect(encodeText(decodeText(content, encoding), encoding)).toEqual(content)
        },
      ),
    )
  })

  it('refuses to write a character Latin-1 does not have', () => {
    expect(() => encodeText('中', { charset: 'latin1', bom: false })).toThrow(/Latin-1 and cannot hold "中"/)
  })
})
