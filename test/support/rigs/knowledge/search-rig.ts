import { rmSync } from 'node:fs'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ContextId, EventId, ProjectId, SessionId } from '#shared/ids.ts'
import type { ChatAnswer, SessionsAnswer, SessionsQuery } from '#shared/search/search.ts'
import type { Message } from '#shared/session/message.ts'
import { chatPart } from '../../../../src/main/search/chats/chat-part.ts'
import { CHATS, type ChatQuestion } from '../../../../src/main/search/chats/chat-question.ts'
import { type Index, openIndex } from '../../../../src/main/search/open-index.ts'
import { openTestLog } from '../../data/open-log.ts'

/** A real log in a folder and its index, in this thread, so that every step is the test's own. */
export function openSearchRig(folder: string) {
  const logFile = `${folder}/orrery.db`
  const log = openTestLog({ file: logFile })
  let index: Index | null = null

  const open = (file = `${folder}/index.db`): Index =>
    openIndex({
      file,
      logFile,
      blobs: `${folder}/blobs`,
      parts: [chatPart],
      reportDamage: () => {},
      reportLogDamage: () => {},
    })
  const written = (of: Index): Index => {
    while (of.step());
    return of
  }
  const atHand = (): Index => {
    index ??= open()
    return index
  }
  const asking = (of: Index) => {
    const ask = (question: ChatQuestion) => of.ask(CHATS, question)
    return {
      sessions: (query: string, more: Partial<SessionsQuery> = {}) =>
        ask({ t: 'sessions', query: { query, offset: 0, limit: 50, ...more } }) as SessionsAnswer,
      inChat: (sessionId: SessionId, query: string, place?: EventId) =>
        ask({
          t: 'chat',
          query: { sessionId, query, ...(place === undefined ? {} : { place }) },
        }) as ChatAnswer,
    }
  }
  const append = (sessionId: SessionId, ...news: NewDurableEvent[]) => {
    log.store.append(sessionId, news)
    index?.changed(CHATS, [sessionId])
  }
  const say = (chat: Chat, message: Message, more: Partial<NewDurableEvent> = {}): EventId => {
    const id = log.newId('event')
    append(chat.id, {
      kind: 'message',
      id,
      contextId: chat.context,
      payload: { message },
      ...more,
    } as NewDurableEvent)
    return id
  }

  return {
    log,
    append,
    say,
    /** A new chat with a name. */
    chat: (title: string, projectId: ProjectId | null = null, agentId = 'build'): Chat => {
      const chat = { id: log.newId('session'), context: log.newId('context') }
      append(chat.id, ...opening(chat, title, projectId, agentId, log.newId('device')))
      return chat
    },
    /** The log of an agent that works for somebody. */
    agent: (title: string, parent: SessionId, projectId: ProjectId | null = null): Chat => {
      const chat = { id: log.newId('session'), context: log.newId('context') }
      const of = { kind: 'child' as const, parentSessionId: parent }
      append(chat.id, ...opening(chat, title, projectId, 'explore', log.newId('device'), of))
      return chat
    },
    user: (chat: Chat, text: string) => say(chat, { role: 'user', parts: [{ t: 'text', text }] }),
    answer: (chat: Chat, text: string) => say(chat, { role: 'assistant', parts: [{ t: 'text', text }] }),
    /** Everything is written, and can be asked for. */
    ask: () => asking(written(atHand())),
    /** Ends the index in the middle, as the end of the process does. */
    reopen: () => {
      index?.close()
      index = open()
      return index
    },
    index: atHand,
    /** A second index from nothing over the same log. */
    rebuilt: () => {
      const file = `${folder}/other.db`
      for (const each of [file, `${file}-wal`, `${file}-shm`]) rmSync(each, { force: true })
      const other = written(open(file))
      return { ...asking(other), close: other.close }
    },
    close: () => {
      index?.close()
      log.db.close()
    },
  }
}

export type SearchRig = ReturnType<typeof openSearchRig>
export type Chat = { readonly id: SessionId; readonly context: ContextId }

function opening(
  { context }: Chat,
  title: string,
  projectId: ProjectId | null,
  agentId: string,
  deviceId: ReturnType<ReturnType<typeof openTestLog>['newId']>,
  of: object = { kind: 'chat' },
): NewDurableEvent[] {
  const meta = {
    title,
    projectId,
    model: 'orrery/practice',
    thinking: 'off',
    archived: false,
    permissionMode: 'ask',
    activeContextId: context,
  }
  return [
    { kind: 'session.created', payload: { ...of, cwd: '/tmp', projectId, deviceId, meta } },
    {
      kind: 'context.status',
      payload: { contextId: context, agentId, status: 'created', mode: 'fresh', personaHash: 'x' },
    },
  ] as NewDurableEvent[]
}
