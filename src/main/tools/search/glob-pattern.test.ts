import { expect, it } from 'vitest'
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
