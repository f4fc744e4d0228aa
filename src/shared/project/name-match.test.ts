import { expect, it } from 'vitest'
import { nameMatch } from './name-match.ts'

it.each([
  ['src/tide.ts', 'ti', 0],
  ['src/tide.ts', 'src/t', 0],
  ['src/the-tide.ts', 'tide', 1],
  ['tide/moon.ts', 'de/mo', 2],
  ['src/main/app.ts', 'smapp', 3],
  ['文档/潮汐.md', '潮', 0],
  ['src/tide.ts', 'sun', null],
  ['src/tide.ts', '', 0],
])('places %j for %j at %j', (path, typed, rank) => {
  expect(nameMatch(path, typed)).toBe(rank)
})
