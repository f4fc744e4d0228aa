import { createHash } from 'node:crypto'

/** The longest tool name that providers accept. */
const LONGEST = 64
const HASH_LETTERS = 8

/** The name under which rules, agents and windows know a tool of a server. */
export function fullToolName(server: string, tool: string): string {
  return `mcp__${server}__${tool}`
}

/** The name under which rules know all tools of a server. */
export function serverRuleName(server: string): string {
  return `mcp__${server}`
}

/**
 * Returns the name a model knows a tool by: the full name where providers take it. Otherwise the end is a hash of the
 * full name, so that two tools never share a name, whatever other tools there are.
 */
export function modelToolName(fullName: string): string {
  const plain = fullName.replace(/[^A-Za-z0-9_-]/g, '_')
  if (plain === fullName && plain.length <= LONGEST) return plain
  const hash = createHash('sha256').update(fullName).digest('hex').slice(0, HASH_LETTERS)
  return `${plain.slice(0, LONGEST - HASH_LETTERS - 1)}_${hash}`
}
