import type { SessionListing } from '#shared/session/session.ts'

/** The filters of the list of chats. */
export const CHAT_FILTERS = ['all', 'running', 'waiting', 'failed', 'unread', 'archived'] as const
export type ChatFilter = (typeof CHAT_FILTERS)[number]

/** Whether a chat passes a filter. `state` counts the agents that work for it. */
export function passes(filter: ChatFilter, row: SessionListing, state: SessionListing['state']): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'unread':
    case 'archived':
      return row[filter] === true
    case 'failed':
      return state === 'failed' || state === 'paused'
    default:
      return state === filter
  }
}
