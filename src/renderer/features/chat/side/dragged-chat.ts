import { z } from 'zod'
import { ProjectId, SessionId } from '#shared/ids.ts'
import { parseJsonOrNull } from '#shared/parse-json.ts'

/** The kind of data of a chat that is dragged from the list. */
const KIND = 'application/x-orrery-chat'

const Dragged = z.strictObject({ id: SessionId, projectId: ProjectId.nullable() })
type Dragged = z.infer<typeof Dragged>

/** Lets a row of the list be dragged to where chats are shown. */
export function dragChat(data: DataTransfer, chat: Dragged): void {
  data.setData(KIND, JSON.stringify(chat))
  data.effectAllowed = 'copy'
}

export const hasChat = ({ types }: DataTransfer): boolean => types.includes(KIND)

/** Returns the chat that was dropped; null for anything else. */
export function droppedChat(data: DataTransfer): Dragged | null {
  const read = Dragged.safeParse(parseJsonOrNull(data.getData(KIND)))
  return read.success ? read.data : null
}
