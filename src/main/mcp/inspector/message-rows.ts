import type { Database } from 'better-sqlite3'
import type { McpMessage, McpMessageFilter, McpMessagePage, McpMessageRow } from '#shared/mcp/inspector.ts'
import type { Traffic } from '../messages.ts'

/** Limits of what is stored for each server: messages, and bytes of their content. */
const MOST_MESSAGES = 1_000
const MOST_BYTES = 4 * 1024 * 1024
const PAGE = 200

type Row = Omit<McpMessageRow, 'tookMs' | 'failed'> & {
  readonly took: number | null
  readonly failed: number
}
type WholeRow = Row & { readonly body: string | null; readonly exchange: string | null }

const COLUMNS = 'id, at, sender, kind, method, summary, size, took, failed'

/** Opens the table of MCP messages. Each server keeps its newest messages. */
export function createMessageRows(db: Database) {
  const insert = db.prepare(
    `INSERT INTO mcp_messages (server, at, sender, kind, method, exchange, summary, size, took, failed, body)
     VALUES (@server, @at, @sender, @kind, @method, @exchange, @summary, @size, @tookMs, @failed, @body)`,
  )
  const trimCount = db.prepare<[string, string, number]>(
    `DELETE FROM mcp_messages WHERE server = ? AND id <=
       (SELECT id FROM mcp_messages WHERE server = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
  )
  const trimBytes = db.prepare<[string, string, number]>(
    `DELETE FROM mcp_messages WHERE server = ? AND id <=
       (SELECT id FROM (
          SELECT id, SUM(octet_length(body)) OVER (ORDER BY id DESC) AS total FROM mcp_messages WHERE server = ?
        ) WHERE total > ? ORDER BY id DESC LIMIT 1)`,
  )
  const page = db.prepare<[Record<string, string | number | null>], Row>(
    `SELECT ${COLUMNS} FROM mcp_messages
     WHERE server = @server AND (@before IS NULL OR id < @before) AND (@sender IS NULL OR sender = @sender)
       AND (@method IS NULL OR method = @method) AND (@failedOnly = 0 OR failed = 1)
       AND (@text = '' OR instr(lower(method || ' ' || summary || ' ' || coalesce(body, '')), lower(@text)) > 0)
     ORDER BY id DESC LIMIT @limit`,
  )
  const count = db.prepare<[string], number>('SELECT COUNT(*) FROM mcp_messages WHERE server = ?').pluck()
  const methods = db
    .prepare<[string], string>(
      "SELECT DISTINCT method FROM mcp_messages WHERE server = ? AND method <> '' ORDER BY method LIMIT 100",
    )
    .pluck()
  const one = db.prepare<[string, number], WholeRow>(
    `SELECT ${COLUMNS}, body, exchange FROM mcp_messages WHERE server = ? AND id = ?`,
  )
  const other = db.prepare<[string, string, number], WholeRow>(
    `SELECT ${COLUMNS}, body, exchange FROM mcp_messages WHERE server = ? AND exchange = ? AND id <> ? LIMIT 1`,
  )
  const all = db.prepare<[string], WholeRow>(
    `SELECT ${COLUMNS}, body, exchange FROM mcp_messages WHERE server = ? ORDER BY id`,
  )
  const clear = db.prepare<[string]>('DELETE FROM mcp_messages WHERE server = ?')

  return {
    add: db.transaction((server: string, messages: readonly Traffic[]): void => {
      for (const { failed, ...message } of messages) {
        insert.run({ server, ...message, failed: failed ? 1 : 0 })
      }
      trimCount.run(server, server, MOST_MESSAGES)
      trimBytes.run(server, server, MOST_BYTES)
    }),
    page: (server: string, filter: McpMessageFilter, before: number | null): McpMessagePage => {
      const { sender, method, failedOnly, text } = filter
      const asked = { server, before, sender, method, text, failedOnly: failedOnly ? 1 : 0, limit: PAGE + 1 }
      const rows = page.all(asked).map(rowOf)
      return {
        rows: rows.slice(0, PAGE),
        isMore: rows.length > PAGE,
        stored: count.get(server) ?? 0,
        methods: methods.all(server),
      }
    },
    /** A message and the other half of its exchange. Null for one that is not stored any more. */
    pair: (server: string, id: number) => {
      const found = one.get(server, id)
      if (found === undefined) return null
      const half = found.exchange === null ? undefined : other.get(server, found.exchange, id)
      return { message: wholeOf(found), other: half === undefined ? null : wholeOf(half) }
    },
    /** All stored messages of a server, oldest first. */
    all: (server: string): readonly McpMessage[] => all.all(server).map(wholeOf),
    clear: (server: string): void => void clear.run(server),
  }
}

export type MessageRows = ReturnType<typeof createMessageRows>

const rowOf = ({ id, at, sender, kind, method, summary, size, took, failed }: Row): McpMessageRow => ({
  id,
  at,
  sender,
  kind,
  method,
  summary,
  size,
  tookMs: took,
  failed: failed === 1,
})

const wholeOf = (row: WholeRow): McpMessage => ({ ...rowOf(row), body: row.body })
