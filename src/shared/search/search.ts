import { z } from 'zod'
import { AgentId, EventId, Millis, ProjectId, SessionId, type WorkflowRunId } from '../ids.ts'
import type { Span } from './fold-text.ts'
import { QUERY_CHARS } from './query-chars.ts'

/** The matched part of a chat: title, message, tool output or summary. */
export const HitKind = z.enum(['title', 'user', 'assistant', 'tool', 'summary'])
export type HitKind = z.infer<typeof HitKind>

/** A question over all chats. A filter that is missing filters nothing; `to` is the first moment that is too late. */
export const SessionsQuery = z.strictObject({
  query: z.string().max(QUERY_CHARS),
  projectId: z.exactOptional(ProjectId),
  agentId: z.exactOptional(AgentId),
  from: z.exactOptional(Millis),
  to: z.exactOptional(Millis),
  kinds: z.exactOptional(z.array(HitKind).min(1).max(5)),
  offset: z.number().int().min(0).max(5_000),
  limit: z.number().int().min(1).max(100),
})
export type SessionsQuery = z.infer<typeof SessionsQuery>

/** A query in one chat: the exact text, over all its branches. */
export const ChatQuery = z.strictObject({
  sessionId: SessionId,
  query: z.string().max(QUERY_CHARS),
  /** The event that was found for the same words over all chats: it is among the answers when it holds the words at all. */
  place: z.exactOptional(EventId),
})
export type ChatQuery = z.infer<typeof ChatQuery>

/** For whom the agent works in whose log a place is: a chat, or a run of a workflow. */
export type HitOwner = {
  readonly sessionId: SessionId
  readonly title: string
  readonly workflowRunId: WorkflowRunId | null
}

/** A match of a search. */
export type SearchHit = {
  readonly sessionId: SessionId
  readonly title: string
  readonly projectId: ProjectId | null
  readonly kind: HitKind
  /** The event to open the chat at; null for a name. */
  readonly eventId: EventId | null
  readonly tool: string | null
  readonly at: Millis
  /** Null in a chat itself. */
  readonly within: HitOwner | null
  readonly snippet: { readonly text: string; readonly marks: readonly Span[] }
}

/** `more`: there are others after these. `behind`: how many chats are not indexed completely yet. */
export type SessionsAnswer = {
  readonly hits: readonly SearchHit[]
  readonly more: boolean
  readonly behind: number
}

/**
 * A matching message of a chat. `elsewhere`: it is not on the shown branch. `count`: number of matches in it,
 * at least 1; for a very long output, in its first matching part.
 */
export type ChatHit = {
  readonly eventId: EventId
  readonly kind: HitKind
  readonly elsewhere: boolean
  readonly count: number
}

/**
 * Matches in a chat in conversation order, those of other branches last. `cut`: there are more. `marks`: the
 * folded texts to highlight: the exact query, or also each of its words for separate matches.
 */
export type ChatAnswer = {
  readonly hits: readonly ChatHit[]
  readonly cut: boolean
  readonly marks: readonly string[]
  readonly behind: number
}
