import type { McpMessage } from '#shared/mcp/inspector.ts'
import { type RecordedMessage, recordingText } from '#shared/mcp/recording.ts'
import { parseJson } from '#shared/parse-json.ts'

/** Returns the stored messages of a server as a recording, which `orrery mcp replay` answers from. */
export function recordingOf(
  head: Parameters<typeof recordingText>[0],
  messages: readonly McpMessage[],
): string {
  return recordingText(
    head,
    messages.flatMap(({ at, sender, kind, method, tookMs, body }): RecordedMessage[] => {
      if (kind === 'http' || kind === 'dropped') return []
      return [{ at, sender, kind, method, tookMs, message: body === null ? null : tableIn(body) }]
    }),
  )
}

function tableIn(body: string): RecordedMessage['message'] {
  const value = parseJson(body)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}
