import type { McpLogLine } from '#shared/mcp/mcp-list.ts'

/** The newest lines that are kept, and how long each may be in UTF-16 units. */
const MOST_LINES = 500
const LONGEST_LINE = 2_000

/** The log of one server, as long as the app runs. Secrets are taken out of every line. */
export function createServerLog(now: () => number, hide: (text: string) => string) {
  let lines: McpLogLine[] = []
  return {
    add: ({ text, ...line }: Omit<McpLogLine, 'at'>): void => {
      const at = now()
      const pieces = text.split(/\r?\n/).filter((each) => each.trim() !== '')
      const added = pieces.slice(-MOST_LINES).map((piece) => ({
        ...line,
        at,
        text: hide(piece.slice(0, LONGEST_LINE)),
      }))
      lines = [...lines, ...added].slice(-MOST_LINES)
    },
    lines: (): readonly McpLogLine[] => lines,
  }
}
