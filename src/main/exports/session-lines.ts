import { z } from 'zod'
import type { DurableEvent } from '#shared/events/event.ts'
import { BlobId, SessionId } from '#shared/ids.ts'
import type { SubagentLog } from './subagent-logs.ts'

/** The first line of our own files. A later version may say more, so what is not known is passed over. */
export const SessionFileHead = z.object({ format: z.literal('orrery.session'), version: z.number() })

/** The version this app writes, and the newest it reads. */
export const SESSION_FILE_VERSION = 1

/** An attachment or a long output, in a line of its own before the events. */
export const BlobLine = z.object({
  type: z.literal('blob'),
  id: BlobId,
  mime: z.string().max(200),
  base64: z.base64(),
})
export type BlobLine = z.infer<typeof BlobLine>

/**
 * An event of an agent's own log. It is wrapped, so that a version that knows only chats passes it over instead of taking
 * it for something that was said in the chat.
 */
export const AgentLine = z.object({ type: z.literal('agent'), log: SessionId, event: z.unknown() })

type Written = {
  readonly title: string
  readonly exportedAt: number
  readonly secrets: number
  readonly blobs: readonly BlobLine[]
  readonly events: readonly DurableEvent[]
  readonly agents: readonly SubagentLog[]
}

/**
 * Writes a chat as lines of JSON: header, attachments, one event a line in order, then the logs of its
 * agents, each after that of its parent.
 */
export function* sessionLines(file: Written): Generator<string> {
  const { title, exportedAt, secrets, blobs, events, agents } = file
  yield line({
    format: 'orrery.session',
    version: SESSION_FILE_VERSION,
    title,
    exportedAt,
    secretsHidden: secrets,
    blobs: blobs.length,
    events: events.length,
    agents: agents.length,
  })
  for (const blob of blobs) yield line(blob)
  for (const event of events) yield line(event)
  for (const { sessionId, events: own } of agents) {
    for (const event of own) yield line({ type: 'agent', log: sessionId, event })
  }
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}
