import { expect, it } from 'vitest'
import { isPlainSed } from './sed-script.ts'

it.each([
  's/a/b/',
  's/\\//x/g',
  's,a\\,b,c,',
  's|a|b|gI',
  's/[a-z]*/x/2p',
  '/a/d',
  '/a\\/b/,/c/p',
  '1,20p',
  '1,+3p',
  '0~3p',
  '$!N;s/\\n/ /',
  ':a;N;$!ba;s/\\n/ /g',
  '/a/{p;q}',
  '/^$/d;/^#/d',
  'y/abc/xyz/',
  '1i\\\nfirst line',
  '$a last line',
  's/a/b/;t end;p;:end',
  '=',
  '5q',
  '',
])('only prints with %j', (script) => {
  expect(isPlainSed(script)).toBe(true)
})

it.each([
  'w x',
  'wx',
  '1wx',
  '1!wx',
  '0~3wx',
  '1,+3wx',
  'W x',
  '1e id',
  '1eid',
  'e',
  's/a/b/w x',
  's/a/b/gw x',
  's/a/id/e',
  's/a/id/ge',
  's_a_b_e',
  's a b e',
  's1a1b1e',
  'saabawx',
  'sxaxbxgey',
  '\\xaxw y',
  's/\\//x/w x',
  '/\\//w x',
  's,a\\,w,c,w x',
  '{w x\n}',
  '/a/{p;w x\n}',
  'y/a/b/;w x',
  'y/a/b/w x',
  'bw x',
  ':a w x',
  ':a\nw x',
  'a\\\nfoo\nw x',
  'a foo\nw x',
  's/[/]/x/w y]/p',
  's/a/b/\nw x',
  'r x',
  'R x',
  'p w x',
  '}w x',
  'q5w x',
  '1,/a/w x',
  '/a/,\\xbxw y',
  '#n\nw x',
  `${'p;'.repeat(3_000)}w x`,
])('may write or start something with %j', (script) => {
  expect(isPlainSed(script)).toBe(false)
})

it('reads long programs in time that grows with their length', () => {
  const start = performance.now()
  for (const part of [' ', ';', '{', '1,', '/a', 's/a', 's/[/', '\\', '!', 'b ', ':a']) {
    isPlainSed(`${part.repeat(1_500)}w`)
  }
  expect(performance.now() - start).toBeLessThan(1_000)
})
