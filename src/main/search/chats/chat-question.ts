import type { ChatQuery, SessionsQuery } from '#shared/search/search.ts'

/** The name of the part of the index that holds chats. */
export const CHATS = 'chats'

/** Queries of main to the chat part. */
export type ChatQuestion =
  | { readonly t: 'sessions'; readonly query: SessionsQuery }
  | { readonly t: 'chat'; readonly query: ChatQuery }
