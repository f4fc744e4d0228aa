import { z } from 'zod'
import { parseJson } from '../parse-json.ts'

/** The version of the file format of recordings. */
const VERSION = 1

const Head = z.strictObject({
  orrery: z.literal('mcp-recording'),
  version: z.literal(VERSION),
  server: z.string().max(200),
  protocol: z.string().max(50).nullable(),
  exportedAt: z.number(),
})

const RecordedMessage = z.object({
  at: z.number(),
  sender: z.enum(['client', 'server']),
  kind: z.enum(['request', 'answer', 'notification']),
  method: z.string(),
  tookMs: z.number().nullable(),
  /** The JSON-RPC message; null where it was too large to record. */
  message: z.record(z.string(), z.unknown()).nullable(),
})
export type RecordedMessage = z.infer<typeof RecordedMessage>

/** The traffic of a server, oldest first. */
export type Recording = { readonly head: z.infer<typeof Head>; readonly messages: readonly RecordedMessage[] }

/** Returns a recording as text: one JSON object per line, the first describes the file. */
export function recordingText(
  head: Pick<Recording['head'], 'server' | 'protocol' | 'exportedAt'>,
  messages: readonly RecordedMessage[],
): string {
  const first = { orrery: 'mcp-recording', version: VERSION, ...head }
  return `${[first, ...messages].map((line) => JSON.stringify(line)).join('\n')}\n`
}

/** Reads a recording. Returns null for a text of another kind or with a broken line. */
export function readRecording(text: string): Recording | null {
  try {
    const [first, ...rest] = text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(parseJson)
    const head = Head.safeParse(first)
    const messages = z.array(RecordedMessage).safeParse(rest)
    return head.success && messages.success ? { head: head.data, messages: messages.data } : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
