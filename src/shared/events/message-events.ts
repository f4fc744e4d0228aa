import { z } from 'zod'
import { EventId, QueueItemId } from '../ids.ts'
import { Message } from '../session/message.ts'
import { NoteText } from '../session/notes/note.ts'

/** The external source of a message that was not typed into the app. */
export const Origin = z.strictObject({
  channel: z.string(),
  externalId: z.exactOptional(z.string()),
  metadata: z.exactOptional(z.record(z.string(), z.unknown())),
})
export type Origin = z.infer<typeof Origin>

export const MessageStored = z.strictObject({
  message: Message,
  origin: z.exactOptional(Origin),
  queueItemId: z.exactOptional(QueueItemId),
})

/** An exchange is named by the message of the person with which it begins. */
export const ExchangeNamed = z.strictObject({ first: EventId })

/** Lasting facts about the part of a branch that a compaction summarised. */
const SummarisedFacts = z.strictObject({
  /** Whether an agent was started in it. */
  agents: z.boolean(),
  /** Whether it involves a job of many agents. */
  bigJob: z.boolean(),
  /** The newest tools that were found by a search, and the tools of servers in the tool list. Missing for none. */
  tools: z.exactOptional(z.strictObject({ found: z.array(z.string()), inline: z.array(z.string()) })),
})

export const Compacted = z.strictObject({
  summary: z.string(),
  compactedThrough: EventId,
  tokensBefore: z.number(),
  tokensAfter: z.number(),
  trigger: z.enum(['auto', 'manual']),
  /** The source of a summary for which no model was asked: session notes, a digest, or the summary kept meanwhile. */
  source: z.exactOptional(z.enum(['notes', 'digest', 'kept'])),
  /** The notes as they stood, which the model reads below the summary. */
  notes: z.exactOptional(z.array(NoteText)),
  /** Missing in compactions of earlier versions. With it nothing before the compaction has to be read. */
  facts: z.exactOptional(SummarisedFacts),
})
