import { z } from 'zod'
import { EventId, Millis } from '../ids.ts'

const Answer = z.strictObject({
  text: z.string(),
  /** The newest event that the model had read. */
  through: EventId,
})

/** The summary of a branch that is kept in the background. */
export const KeptSummary = Answer.extend({
  /** The tokens of the request that it was made of, without the question. */
  tokens: z.number(),
  at: Millis,
})
export type KeptSummary = z.infer<typeof KeptSummary>

/** The newest answers of side queries about a branch. A missing part was never asked for. */
export const SideQueryAnswers = z.strictObject({
  summary: z.exactOptional(KeptSummary),
  /** The state of the chat in one line. */
  line: z.exactOptional(Answer),
  /** A proposal for the next message. */
  suggestion: z.exactOptional(Answer),
})
export type SideQueryAnswers = z.infer<typeof SideQueryAnswers>

/** The hidden agent of side queries, under whose name their cost is counted. */
export const SIDE_QUERY_AGENT = 'side-query'

/** The most characters of a suggested message. */
export const SUGGESTION_CHARS = 200
