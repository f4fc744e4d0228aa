import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskOf } from './mask.ts'

describe('maskOf', () => {
  it.each([
    ['foo-123456789abe', 'foo-...e (16 chars)'],
    ['sk-proj-abcdefghijklmnop', 'sk-p...p (24 chars)'],
    ['-----BEGIN KEY-----\n', '----...· (20 chars)'],
    ['密钥一二三四五六七八九十一二三四', '密钥一二...四 (16 chars)'],
    ['a\u202Eb\tcdefghijklmnop', 'a·b·...p (18 chars)'],
    ['123456789012345', '... (15 chars)'],
    ['12345678', '... (8 chars)'],
    ['1234567', '... (short)'],
    ['', '... (short)'],
  ])('shows %j as %j', (secret, mask) => {
    expect(maskOf(secret)).toBe(mask)
  })

  it('never shows more than a third of a secret', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (secret) => {
        const length = Array.from(secret).length
        const shown = maskOf(secret).replace(/\.\.\..*$/su, '')
        const after = /^.*?\.\.\.(.*?) ?\((?:short|\d+ chars)\)$/su.exec(maskOf(secret))?.[1] ?? ''
        return (Array.from(shown).length + Array.from(after).length) * 3 <= Math.max(length, 0)
      }),
    )
  })

  it('depends on the first four characters, the last and the length only', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[!-~]{4}$/),
        fc.stringMatching(/^[!-~]$/),
        fc.tuple(fc.integer({ min: 11, max: 40 }), fc.infiniteStream(fc.stringMatching(/^[!-~]$/))),
        fc.infiniteStream(fc.stringMatching(/^[!-~]$/)),
        (head, tail, [length, one], other) => {
          const middle = (source: Iterator<string>) =>
            Array.from({ length }, () => String(source.next().value)).join('')
          return maskOf(head + middle(one) + tail) === maskOf(head + middle(other) + tail)
        },
      ),
    )
  })
})
