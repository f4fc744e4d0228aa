import { expect, it } from 'vitest'
import { describeRule } from './describe-rule.ts'

it.each([
  ['bash', 'pnpm vitest run *', 'Bash(pnpm vitest run:*)'],
  ['bash', 'git status', 'Bash(git status)'],
  ['bash', 'rm \\*.log', 'Bash(rm *.log)'],
  ['edit', 'src/billing/**', 'Edit(src/billing/**)'],
  ['edit', undefined, 'Edit'],
  ['*', undefined, 'Any tool'],
])('describes a rule for %s and %s as %s', (tool, pattern, shown) => {
  expect(describeRule({ tool, action: 'allow', ...(pattern === undefined ? {} : { pattern }) })).toBe(shown)
})
