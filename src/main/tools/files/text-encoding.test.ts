import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { decoderOf, decodeText, detectEncoding, encodeText, type TextEncoding } from './text-encoding.ts'

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
          if (encoding === null || encoding.lossy === true) return
          expect(encodeText(decodeText(content, encoding), encoding)).toEqual(content)
        },
      ),
    )
  })

  it.each<[string, string, TextEncoding['charset']]>([
    ['// 读取配置文件，失败时返回空值。', 'gb18030', 'gb18030'],
    ['中文', 'gb18030', 'gb18030'],
    ['// 讀取設定檔，失敗時傳回空值。', 'big5', 'big5'],
    ['中文', 'big5', 'big5'],
    ['// 設定ファイルを読み込み、失敗したら空を返す。', 'shift_jis', 'shift_jis'],
    ['これはテストです', 'shift_jis', 'shift_jis'],
    ['Le café est très différent à côté de la forêt. « Où êtes-vous ? »', 'latin1', 'latin1'],
    ['naïve naïveté créée réélu', 'latin1', 'latin1'],
    ['Größe, Übermut, Äpfel, Öl und Straße; grün wie fünf schöne Vögel', 'latin1', 'latin1'],
    ['El niño mañana ¿qué? ¡Sí! año, información', 'latin1', 'latin1'],
    ['delay 5 µs and 10 µm and 3 µV', 'latin1', 'latin1'],
    ['It’s a “quoted” text – isn’t it?', 'windows1252', 'windows1252'],
    ['Preis: 5 €, „fünf“', 'windows1252', 'windows1252'],
    ['Привет, как дела? Это обычный текст.', 'cp1251', 'latin1'],
    ['Καλημέρα, τι κάνεις; Αυτό είναι κείμενο.', 'iso-8859-7', 'latin1'],
  ])('%s in %s is shown as %s, and comes back byte for byte', (text, spelled, charset) => {
    const content = iconv.encode(`int a;\r\n${text}\r\n`, spelled)
    const encoding = detectEncoding(content)
    expect(encoding).toEqual({ charset, bom: false })
    if (encoding === null) return
    expect(encodeText(decodeText(content, encoding), encoding)).toEqual(content)
    if (charset === spelled) expect(decodeText(content, encoding)).toContain(text)
  })

  it('gives back every text of an old encoding, or refuses to write it', () => {
    const charset = fc.constantFrom('gb18030' as const, 'big5' as const, 'shift_jis' as const)
    fc.assert(
      fc.property(charset, fc.string({ unit: 'binary', maxLength: 20 }), (of, added) => {
        const content = iconv.encode('これは日本語のテスト。一二三中文', of)
        const encoding = { charset: of, bom: false }
        const text = decodeText(content, encoding) + added
        try {
          expect(decodeText(encodeText(text, encoding), encoding)).toBe(text)
        } catch (error) {
          expect(String(error)).toMatch(/and cannot hold "/)
        }
      }),
    )
  })

  it('refuses to write what would not come back', () => {
    // A character of Shift JIS that has two spellings.
    const content = Buffer.concat([iconv.encode('これはテストです', 'shift_jis'), bytes(0xed, 0x40)])
    const encoding = detectEncoding(content)
    expect(encoding).toEqual({ charset: 'shift_jis', bom: false, lossy: true })
    if (encoding === null) return
    expect(() => encodeText(decodeText(content, encoding), encoding)).toThrow(/would not come back/)
  })

  it('reads an old encoding in pieces', () => {
    const content = iconv.encode('// 读取配置文件', 'gb18030')
    const decode = decoderOf({ charset: 'gb18030', bom: false })
    expect([...content].map((byte) => decode(Buffer.of(byte))).join('')).toBe('// 读取配置文件')
  })

  it('refuses to write a character Latin-1 does not have', () => {
    expect(() => encodeText('中', { charset: 'latin1', bom: false })).toThrow(/Latin-1 and cannot hold "中"/)
  })
})
