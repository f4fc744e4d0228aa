import { expect, it } from 'vitest'
import { needsReview } from './approval-size.ts'

const command = (text: string) => needsReview({ kind: 'command', command: text, timeoutMs: 1 })

it.each([
  ['a short command', 'pnpm test', false],
  ['a command of many lines', 'echo a\n'.repeat(20), true],
  ['one line that wraps over the card', `echo ${'a'.repeat(2_000)}`, true],
])('asks to review %s: %#', (_says, text, review) => {
  expect(command(text)).toBe(review)
})

const workflow = {
  name: 'a',
  title: null,
  description: '',
  args: null,
  concurrency: 3,
  budget: null,
  from: null,
}
const script = 'await agent(1)\n'.repeat(40)

it.each([
  ['bundled', false],
  ['project', true],
  ['user', true],
  ['script', true],
] as const)('asks to review a long script unless it came with the app: %s', (origin, review) => {
  expect(needsReview({ ...workflow, kind: 'workflow', origin, file: 'a.js', script })).toBe(review)
})
