import type { PermissionRule } from './rule.ts'

/** A rule as people read it: `Bash(pnpm vitest run:*)`, `Edit(src/**)`, or the bare name for every call. */
export function describeRule({ tool, pattern }: PermissionRule): string {
  const name = nameOf(tool)
  if (pattern === undefined) return name
  const shown = pattern.endsWith(' *') ? `${pattern.slice(0, -2)}:*` : pattern
  return `${name}(${readable(shown.replace(/\\([*\\])/g, '$1'))})`
}

function nameOf(tool: string): string {
  if (tool === '*') return 'Any tool'
  // The tools of MCP servers are named as a rule has to name them.
  return tool.startsWith('mcp__') ? tool : tool.charAt(0).toUpperCase() + tool.slice(1)
}

/** A word of the shell in single quotes, with the way it writes a single quote inside of them. */
const QUOTED = /'((?:[^']|'\\'')*)'(?!\w)/g

/** Shows quoted words that hold a single quote in double quotes, where these mean the same. */
function readable(command: string): string {
  return command.replace(QUOTED, (word, inside: string) => {
    const text = inside.replaceAll("'\\''", "'")
    return text.includes("'") && !/["$`\\!]/.test(text) ? `"${text}"` : word
  })
}
