import { parseJsonOrNull } from '#shared/parse-json.ts'
import { type SideChat, sideChatIn } from '#shared/session/side-chat.ts'

/** The kind of data of a chat that is dragged from the list. */
const KIND = 'application/x-orrery-chat'

/** Lets a row of the list be dragged to where chats are shown. */
export function dragChat(data: DataTransfer, chat: SideChat): void {
  data.setData(KIND, JSON.stringify(chat))
  data.effectAllowed = 'copy'
}

export const hasChat = ({ types }: DataTransfer): boolean => types.includes(KIND)

/** Returns the chat that was dropped; null for anything else. */
export function droppedChat(data: DataTransfer): SideChat | null {
  return sideChatIn(parseJsonOrNull(data.getData(KIND)))
}
