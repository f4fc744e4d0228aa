import { describe, expect, it } from 'vitest'
import { type ForeignOptions, foreignPieces } from './foreign-text.ts'

/** Returns the text as displayed, with codes in brackets and right-to-left runs in braces. */
const seen = (text: string, options: ForeignOptions = {}) =>
  foreignPieces(text, options)
    .map((piece) =>
      'code' in piece ? `[${piece.code}]` : piece.kind === 'rtl' ? `{${piece.text}}` : piece.text,
    )
    .join('')

const tags = (text: string) =>
  [...text].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('')

describe('text that somebody else wrote', () => {
  it.each([
    [
      'echo "\u202e# txt.swen etirw ;" ; rm -rf src \u202c',
      'echo "[U+202E]# txt.swen etirw ;" ; rm -rf src [U+202C]',
    ],
    ['npm\u200b test\u2060 && g\u200dit push', 'npm[U+200B] test[U+2060] && g[U+200D]it push'],
    ['cat REA\u200bDME.md', 'cat REA[U+200B]DME.md'],
    ['ok # \r rm\u001b[2K\u0007\u0008', 'ok # [U+000D] rm[U+001B][2K[U+0007][U+0008]'],
    ['ls\u0000; rm', 'ls[U+0000]; rm'],
    ['gіt status', 'g[U+0456]t status'],
    ['сео notes', '[U+0441][U+0435][U+043E] notes'],
    ['src/gpj.\u202esj.x', 'src/gpj.[U+202E]sj.x'],
    ['rm \u2013rf \u2018a\u2019', 'rm [U+2013]rf [U+2018]a[U+2019]'],
    ['a\u00a0b\u2028c\u3164d\ufe0f', 'a[U+00A0]b[U+2028]c[U+3164]d[U+FE0F]'],
    ['\u{1d400}b \uff32\uff2d', '[U+1D400]b [U+FF32][U+FF2D]'],
    ['lone \ud800', 'lone [U+D800]'],
  ])('%j shows %j', (text, shown) => {
    expect(seen(text, { lines: true })).toBe(shown)
  })

  it('shows a message hidden in tag characters', () => {
    expect(seen(`ls${tags('; rm')}`)).toBe('ls[U+E003B][U+E0020][U+E0072][U+E006D]')
  })

  it('keeps line breaks and tabs of a text, and shows them in a title', () => {
    expect(seen('a\n\tb', { lines: true })).toBe('a\n\tb')
    expect(seen('src/a\nAllow once\n.js')).toBe('src/a[U+000A]Allow once[U+000A].js')
  })

  it('shows marks that are heaped on one letter', () => {
    expect(seen(`e\u0301 Z${'\u0335'.repeat(5)}`)).toBe(`e\u0301 Z${'\u0335'.repeat(3)}[U+0335][U+0335]`)
  })

  it('keeps right-to-left words apart, so that nothing around them moves', () => {
    expect(seen('echo "שלום עולם" ; rm "בית"')).toBe('echo "{שלום} {עולם}" ; rm "{בית}"')
  })

  it.each([
    'plain text, with 中文标点，和日本語 — and « quotes »',
    'naïve café Ångström',
    'файл готов, он и она: а с о',
    'Ελληνικά, το και',
    '👩‍👩‍👧 ❤️ ok',
  ])('leaves the prose of %j alone', (text) => {
    expect(seen(text, { prose: true })).toBe(text)
  })

  it('shows a look-alike inside a word of prose as well', () => {
    expect(seen('if (аdmin) go()', { prose: true })).toBe('if ([U+0430]dmin) go()')
    expect(seen('сор', { prose: true })).toBe('[U+0441][U+043E][U+0440]')
  })
})
