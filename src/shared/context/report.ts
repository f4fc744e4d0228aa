import { z } from 'zod'
import type { Millis, ModelRef } from '../ids.ts'
import type { ContextBreakdown, TraceRow } from './trace.ts'

/** Which request is looked at: the newest one that was sent, or the one that would be sent now. */
export const RequestWhen = z.enum(['last', 'next'])
export type RequestWhen = z.infer<typeof RequestWhen>

/** The column of the meter that most of an event counts to. */
export type ReportColumn = 'memory' | 'messages' | 'toolOutput' | 'attachments'

/** One event of the branch, what became of it in a request, and enough of its words to know it again. */
export type ReportRow = TraceRow & {
  readonly at: Millis
  readonly column: ReportColumn
  readonly who: 'you' | 'assistant' | 'tool' | 'item' | 'summary' | 'other'
  /** The tool of a result, the kind of an item; null where `who` says it all. */
  readonly name: string | null
  readonly text: string
}

/**
 * What one request held and what it left out. `rows` has every event of the branch exactly once; their tokens and
 * those of `fixed` add up to `total`.
 */
export type RequestReport = {
  readonly when: RequestWhen
  /** `kept`: as it was sent. `rebuilt`: made again from the log, with the settings and tools of today. */
  readonly source: 'kept' | 'rebuilt'
  /** When it was sent; null for one that was not. */
  readonly at: Millis | null
  readonly model: ModelRef
  readonly rows: readonly ReportRow[]
  /** Tokens of what no event stands behind. `made`: words that make a request legal or understandable. */
  readonly fixed: {
    readonly instructions: number
    readonly memory: number
    readonly tools: number
    readonly made: number
    /** What hooks put in or took out. Below zero when the request became shorter. */
    readonly hooks: number
  }
  readonly total: number
  /** The most the request may have had, and what is kept free for the answer. */
  readonly usable: number
  readonly reserve: number
  readonly breakdown: ContextBreakdown
  /** What the model's server counted, when it said so. */
  readonly counted: number | null
  readonly warnings: readonly string[]
}

/** What came of copying or saving a request. */
export type RequestTaken = {
  readonly characters: number
  /** How many places were hidden. */
  readonly secrets: number
  /** Secrets of the vault whose values could not be read, so that nobody could look for them. */
  readonly unread: number
}
