import type { PermissionRule } from './rule.ts'

/** A rule as people read it: `Bash(pnpm vitest run:*)`, `Edit(src/**)`, or the bare name for every call. */
export function describeRule({ tool, pattern }: PermissionRule): string {
  const name = tool === '*' ? 'Any tool' : tool.charAt(0).toUpperCase() + tool.slice(1)
  if (pattern === undefined) return name
  const shown = pattern.endsWith(' *') ? `${pattern.slice(0, -2)}:*` : pattern
  return `${name}(${shown.replace(/\\([*\\])/g, '$1')})`
}
