import { describe, expect, it } from 'vitest'
import { globTest } from './glob-pattern.ts'

it.each<[string, string, boolean]>([
  ['*.ts', 'a.ts', true],
  ['*.ts', 'src/deep/a.ts', true],
  ['./*.ts', 'src/a.ts', false],
  ['src/*.ts', 'src/a.ts', true],
  ['src/*.ts', 'src/b/a.ts', false],
  ['src/**/*.ts', 'src/a.ts', true],
  ['src/**/*.ts', 'src/b/c/a.ts', true],
  ['**/*', 'a', true],
  ['src/**', 'src/a/b', true],
  ['*.{ts,tsx}', 'a.tsx', true],
  ['*.{ts,tsx}', 'a.js', false],
  ['{a,b{c,d}}.x', 'bd.x', true],
  ['a?.txt', 'ab.txt', true],
  ['[ab].txt', 'b.txt', true],
  ['[!ab].txt', 'b.txt', false],
  ['[^a-c].txt', 'd.txt', true],
  ['a[', 'a[', true],
  ['a{b', 'a{b', true],
  ['a+(b).txt', 'a+(b).txt', true],
  ['中*.md', '文/中文.md', true],
  ['README', 'README.md', false],
])('%j against %j: %s', (pattern, path, matches) => {
  expect(globTest(pattern)(path)).toBe(matches)
})

it('says when a pattern cannot be read', () => {
  expect(() => globTest('[z-a]')).toThrow('[z-a] is not a valid file pattern.')
})

describe('a name with the signs that patterns use', () => {
  it.each<[string, string, boolean]>([
    ['app/[id]/page.tsx', 'app/[id]/page.tsx', true],
    ['app/[id]/page.tsx', 'app/i/page.tsx', true],
    ['app/[id]/*.tsx', 'app/[id]/page.tsx', true],
    ['app/[hij]/*.tsx', 'app/[id]/page.tsx', false],
    ['app/[...slug]/**/*.tsx', 'app/[...slug]/page.tsx', true],
    ['app/[[...slug]]/*.tsx', 'app/[[...slug]]/page.tsx', true],
    ['app/[lang-code]/*.tsx', 'app/[lang-code]/page.tsx', true],
    ['app/(shop)/**/*.tsx', 'app/(shop)/@modal/page.tsx', true],
    ['[!x].ts', '[!x].ts', true],
    ['a{b}.txt', 'a{b}.txt', true],
    ['a{b}.txt', 'ab.txt', true],
    ['{a,b}.txt', '{a,b}.txt', true],
    ['{[ab],c}.txt', '[ab].txt', true],
  ])('%j against %j: %s', (pattern, path, matches) => {
    expect(globTest(pattern)(path)).toBe(matches)
  })
})

describe('the cost of a pattern', () => {
  it.each([
    ['stars in a folder', '*a'.repeat(40), `${'a'.repeat(200)}z`],
    ['stars through folders', '**a'.repeat(40), `${'a/'.repeat(200)}z`],
    ['choices', '{a,aa}*'.repeat(40), `${'a'.repeat(400)}z`],
    ['choices in choices', `${'{a,'.repeat(240)}b${'}'.repeat(240)}`, 'b'.repeat(4_000)],
    ['open braces', '{'.repeat(1_000), '{'.repeat(1_000)],
    ['open sets', '['.repeat(1_000), '['.repeat(4_000)],
  ])('does not explode with %s', (_, pattern, name) => {
    const began = performance.now()
    for (let times = 0; times < 20; times += 1) globTest(`${pattern}`)(name)
    expect(performance.now() - began).toBeLessThan(2_000)
  })

  it('is bounded by its length', () => {
    expect(() => globTest('a'.repeat(1_001))).toThrow('A file pattern has at most 1000 characters.')
  })
})
