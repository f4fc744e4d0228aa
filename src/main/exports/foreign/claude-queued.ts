import { z } from 'zod'

/** Words the person sent while the model worked. No ordinary line of the conversation repeats them. */
const Attachment = z.object({
  type: z.literal('queued_command'),
  prompt: z.unknown(),
  origin: z.object({ kind: z.string() }).nullish().catch(undefined),
})

const QueueLine = z.object({
  type: z.literal('queue-operation'),
  operation: z.string(),
  reason: z.string().nullish(),
  content: z.unknown().optional(),
})

/** Returns the content of words that joined a running turn, as an attachment holds them; null for any other. */
export function queuedWords(attachment: unknown): unknown {
  const parsed = Attachment.safeParse(attachment)
  if (!parsed.success) return null
  const { origin, prompt } = parsed.data
  return (origin?.kind ?? 'human') === 'human' ? prompt : null
}

/**
 * Returns the text of a line that records a message joining the running turn from the queue. A message with a
 * turn of its own has an ordinary line, and a withdrawn one was never delivered.
 */
export function absorbedWords(line: unknown): string | null {
  const parsed = QueueLine.safeParse(line)
  if (!parsed.success) return null
  const { operation, reason, content } = parsed.data
  const isAbsorbed = operation === 'remove' && reason === 'absorbed_mid_turn'
  return isAbsorbed && typeof content === 'string' && content.trim() !== '' ? content : null
}
