import { expect, it } from 'vitest'
import { toolArgument } from './tool-summary.ts'

it.each([
  ['bash', { command: 'pnpm test' }, 'pnpm test'],
  ['read', { path: 'src/a.ts' }, 'src/a.ts'],
  ['read', { path: 'src/a.ts', offset: 40, limit: 19 }, 'src/a.ts:40-58'],
  ['grep', { pattern: 'Math.round(', path: 'src/' }, 'Math.round( in src/'],
  ['glob', { pattern: '**/*.ts' }, '**/*.ts'],
  ['write', { path: 'b.ts', content: 'long' }, 'b.ts'],
  ['agent', { description: 'Explore: callers' }, 'Explore: callers'],
  ['edit', '{"path":"src/b', 'src/b'],
  ['bash', '{"command":"echo \\"hi', 'echo "hi'],
  ['mystery', { depth: 3 }, ''],
  ['mystery', null, ''],
])('says what a call of %s with %j is about', (name, args, words) => {
  expect(toolArgument(name, args)).toBe(words)
})
