import type { ChatAnswer, ChatQuery, SessionsAnswer, SessionsQuery } from '#shared/search/search.ts'
import { CHATS, type ChatQuestion } from './chats/chat-question.ts'
import type { IndexClient } from './index-client.ts'

type Deps = {
  readonly index: Pick<IndexClient, 'ask' | 'changed'>
  /** Hears the sessions in which something was stored. The returned function ends it. */
  readonly subscribe: (listener: (sessionId: string) => void) => () => void
}

/** Finds words in chats, and keeps what is found in step with the log. */
export function createChatSearch({ index, subscribe }: Deps) {
  const ask = (question: ChatQuestion, signal: AbortSignal) => index.ask(CHATS, question, signal)
  return {
    sessions: async (query: SessionsQuery, signal: AbortSignal): Promise<SessionsAnswer> =>
      (await ask({ t: 'sessions', query }, signal)) as SessionsAnswer,
    inChat: async (query: ChatQuery, signal: AbortSignal): Promise<ChatAnswer> =>
      (await ask({ t: 'chat', query }, signal)) as ChatAnswer,
    /** A chat is gone from the log for good. */
    gone: (sessionId: string): void => index.changed(CHATS, [sessionId]),
    close: subscribe((sessionId) => index.changed(CHATS, [sessionId])),
  }
}

export type ChatSearch = ReturnType<typeof createChatSearch>
