import { z } from 'zod'
import { EventId } from '../ids.ts'

/** The outcome of one event when a request was built, with the rule applied. */
export const TraceRow = z.strictObject({
  eventId: EventId,
  outcome: z.enum(['kept', 'merged', 'truncated', 'summarised', 'dropped']),
  rule: z.string(),
  tokens: z.number(),
})
export type TraceRow = z.infer<typeof TraceRow>

/** Token shares of one request, for the meter in the inspector. All values are tokens. */
export const ContextBreakdown = z.strictObject({
  instructions: z.number(),
  memory: z.number(),
  messages: z.number(),
  toolOutput: z.number(),
  attachments: z.number(),
  window: z.number(),
})
export type ContextBreakdown = z.infer<typeof ContextBreakdown>
