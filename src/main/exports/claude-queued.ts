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
 * Returns the words of a line that only says that they left the queue for the running turn. Words that left it for a
 * turn of their own have an ordinary line, and words that were taken back reached nobody.
 */
export function absorbedWords(line: unknown): string | null {
  const parsed = QueueLine.safeParse(line)
  if (!parsed.success) return null
  const { operation, reason, content } = parsed.data
  const isAbsorbed = operation === 'remove' && reason === 'absorbed_mid_turn'
  return isAbsorbed && typeof content === 'string' && content.trim() !== '' ? content : null
}
