import { parseJson } from '#shared/parse-json.ts'
import type { Traffic } from '../messages.ts'
import type { MessageRows } from './message-rows.ts'

type Deps = {
  readonly rows: Pick<MessageRows, 'add'>
  /** Takes secrets out of a text, and out of JSON-like data. */
  readonly hide: (text: string) => string
  readonly hideIn: (value: unknown) => unknown
  /** Called after messages of a server are stored. */
  readonly stored: (server: string) => void
}

/** Stores the messages of servers without their secrets. */
export function createMessageLog({ rows, hide, hideIn, stored }: Deps) {
  const body = (text: string | null): string | null => {
    if (text === null) return null
    try {
      return JSON.stringify(hideIn(parseJson(text)))
    } catch (error) {
      // JSON that nests too deep is listed without its content.
      if (error instanceof SyntaxError) return null
      throw error
    }
  }
  return (server: string, messages: readonly Traffic[]): void => {
    rows.add(
      server,
      messages.map((message) => ({ ...message, summary: hide(message.summary), body: body(message.body) })),
    )
    stored(server)
  }
}
