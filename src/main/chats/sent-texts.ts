import type { DurableEvent } from '#shared/events/event.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { textOf } from '#shared/session/message-words.ts'
import { writerOf } from '#shared/session/written-by.ts'

type Deps = {
  /** The chats of a project, newest first. */
  readonly chatsOf: (projectId: ProjectId, limit: number) => readonly { readonly id: SessionId }[]
  /** The newest messages of a chat, oldest first. */
  readonly messagesOf: (sessionId: SessionId, limit: number) => readonly DurableEvent[]
}

const MOST_CHATS = 30
const MOST_MESSAGES = 200
const MOST_TEXTS = 300
/** A longer text is no text that one searches to send again. */
const LONGEST = 8_000

/** Creates the list of what the person sent in the newest chats of a project, newest first, each text once. */
export function createSentTexts({ chatsOf, messagesOf }: Deps) {
  return (projectId: ProjectId): readonly string[] => {
    const texts = new Set<string>()
    for (const { id } of chatsOf(projectId, MOST_CHATS)) {
      for (const event of messagesOf(id, MOST_MESSAGES).toReversed()) {
        if (event.kind !== 'message' || event.payload.message.role !== 'user') continue
        const text = textOf(event.payload.message).trim()
        if (text === '' || text.length > LONGEST || writerOf(event, null) !== 'person') continue
        texts.add(text)
        if (texts.size === MOST_TEXTS) return [...texts]
      }
    }
    return [...texts]
  }
}
