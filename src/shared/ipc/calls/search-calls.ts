import { z } from 'zod'
import type { CheckPiece } from '../../search/check.ts'
import { type ChatAnswer, ChatQuery, type SessionsAnswer, SessionsQuery } from '../../search/search.ts'
import { call } from '../call.ts'

/** Finding words. A new question of a window takes the place of the one before, which is answered as cancelled. */
export const SEARCH_CALLS = {
  /** Over all chats, the best places first. */
  'search.sessions': call<SessionsAnswer>()(() => SessionsQuery),
  /** In one chat, in the order of the conversation. */
  'search.chat': call<ChatAnswer>()(() => ChatQuery),
  /** Looks through one piece of the database and the index. Null: there are no more pieces. */
  'search.check': call<CheckPiece | null>()(() =>
    z.strictObject({ piece: z.number().int().min(0).max(10_000) }),
  ),
  /**
   * Rebuilds the index of chats, memories and pages in the background. Answers when the rebuild has started.
   */
  'search.rebuild': call<null>()(() => z.strictObject({})),
} as const
