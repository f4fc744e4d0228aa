import type { ChatQuery, SessionsQuery } from '#shared/search/search.ts'

/** The name of the part of the index that holds chats. */
export const CHATS = 'chats'

/** What main may ask of it. */
export type ChatQuestion =
  | { readonly t: 'sessions'; readonly query: SessionsQuery }
  | { readonly t: 'chat'; readonly query: ChatQuery }
