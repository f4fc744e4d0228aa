import { z } from 'zod'
import type { Millis, ModelRef } from '../ids.ts'
import type { ContextBreakdown, TraceRow } from './trace.ts'

/** The inspected request: the last one sent, or the one that would be sent now. */
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
 * The contents and omissions of one request. `rows` has every event of the branch exactly once; their tokens
 * and those of `fixed` add up to `total`.
 */
export type RequestReport = {
  readonly when: RequestWhen
  /** `kept`: as it was sent. `rebuilt`: made again from the log, with the settings and tools of today. */
  readonly source: 'kept' | 'rebuilt'
  /** When it was sent; null for one that was not. */
  readonly at: Millis | null
  readonly model: ModelRef
  /** Whether the server held the request before, so that only what is new was sent. */
  readonly isContinued: boolean
  readonly rows: readonly ReportRow[]
  /** Tokens of what no event stands behind. `made`: words that make a request legal or understandable. */
  readonly fixed: {
    readonly instructions: number
    /** The part of the prompt that the family of the model brings. */
    readonly family: number
    readonly memory: number
    readonly tools: number
    readonly made: number
    /** Tokens that hooks added. Negative when hooks made the request shorter. */
    readonly hooks: number
  }
  readonly total: number
  /** The most the request may have had, and what is kept free for the answer. */
  readonly usable: number
  readonly reserve: number
  readonly breakdown: ContextBreakdown
  /** Tokens counted by the model's server, if reported. */
  readonly counted: number | null
  readonly warnings: readonly string[]
}

/** The result of copying or saving a request. */
export type RequestTaken = {
  readonly characters: number
  /** Number of redacted occurrences. */
  readonly secrets: number
  /** Vault secrets with unreadable values. They could not be redacted. */
  readonly unread: number
}
