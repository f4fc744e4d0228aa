import type { Tool } from '../../tools/tool.ts'
import { toolGroups } from '../../tools/tool-search/tool-index.ts'

/** The longest line of a server, and all lines together, in characters. */
const LONGEST_LINE = 320
const MOST_LINES = 1_800

/**
 * Lines that list tools of servers by name, each server with as many names as there is room for. Names are those that
 * models call: no text of a server is in them.
 */
export function serverLines(tools: readonly Tool[]): readonly string[] {
  const groups = toolGroups(tools.filter(({ server }) => server !== undefined))
  const room = Math.min(LONGEST_LINE, Math.floor(MOST_LINES / Math.max(1, groups.length)))
  return groups.map(({ tools: members }) => serverLine(members, room))
}

function serverLine(tools: readonly Tool[], room: number): string {
  const prefix = commonPrefix(tools.map(({ name }) => name))
  const head = `- ${prefix}… (${tools.length}): `
  const names: string[] = []
  let used = head.length
  for (const { name } of tools) {
    const own = name.slice(prefix.length)
    if (used + own.length + 2 > room) return `${head}${[...names, '…'].join(', ')}`
    used += own.length + 2
    names.push(own)
  }
  return `${head}${names.join(', ')}`
}

/** The beginning `mcp__server__` that the names of a server share. */
function commonPrefix(names: readonly string[]): string {
  const [first = ''] = names
  const end = first.indexOf('__', 'mcp__'.length)
  const prefix = end === -1 ? '' : first.slice(0, end + 2)
  return names.every((name) => name.startsWith(prefix)) ? prefix : ''
}
