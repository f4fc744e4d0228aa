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
