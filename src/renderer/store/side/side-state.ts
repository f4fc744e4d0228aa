import type { SideChat } from '#shared/session/side-chat.ts'

/** The chat beside the open one; null without one. */
export type SideState = { readonly chat: SideChat | null }

/** The least width of a window for two chats, in pixels. */
export const SIDE_MIN_WIDTH = 900
