import { expect, it } from 'vitest'
import { describeRule } from './describe-rule.ts'

it.each([
  ['bash', 'pnpm vitest run *', 'Bash(pnpm vitest run:*)'],
  ['bash', 'git status', 'Bash(git status)'],
  ['bash', 'rm \\*.log', 'Bash(rm *.log)'],
  ['bash', "node -e 'import('\\\\''./src/a.js'\\\\'')'", `Bash(node -e "import('./src/a.js')")`],
  ['bash', "echo 'it'\\\\''s $5'", "Bash(echo 'it'\\''s $5')"],
  ['bash', "echo 'a b'", "Bash(echo 'a b')"],
  ['edit', 'src/billing/**', 'Edit(src/billing/**)'],
  ['edit', undefined, 'Edit'],
  ['*', undefined, 'Any tool'],
])('describes a rule for %s and %s as %s', (tool, pattern, shown) => {
  expect(describeRule({ tool, action: 'allow', ...(pattern === undefined ? {} : { pattern }) })).toBe(shown)
})

it('names tools of MCP servers as a rule has to name them', () => {
  expect(describeRule({ tool: 'mcp__tide__echo', action: 'allow' })).toBe('mcp__tide__echo')
})
