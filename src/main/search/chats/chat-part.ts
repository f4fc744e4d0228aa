import type { IndexPart } from '../index-part.ts'
import { createChatQueries } from './chat-queries.ts'
import { CHATS, type ChatQuestion } from './chat-question.ts'
import { CHAT_TABLES, createIndexRows } from './index-rows.ts'
import { createLogQuestions } from './log-rows.ts'
import { createStoredOutputs } from './stored-outputs.ts'
import { createChatWriter } from './write-chats.ts'

/** The index part of chats and their agents, by words and by trigrams. */
export const chatPart: IndexPart = {
  name: CHATS,
  version: 5,
  schema: CHAT_TABLES,
  open: ({ index, log: file, blobs }) => {
    const log = createLogQuestions(file, createStoredOutputs(file, blobs))
    const rows = createIndexRows(index)
    const writer = createChatWriter({ rows, log, elapsed: () => performance.now() })
    const questions = createChatQueries({ index, log, behind: writer.behind })
    return {
      ...writer,
      check: () => {
        const kept = new Map(log.positions.all().map(({ id, last_seq }) => [id, last_seq]))
        const indexed = new Map(rows.chats.all().map(({ id, seen }) => [id, seen]))
        const missing = [...kept].filter(([id, seq]) => indexed.get(id) !== seq).length
        const extra = [...indexed.keys()].filter((id) => !kept.has(id)).length
        return { part: 'chats', kept: kept.size, missing, extra }
      },
      ask: (question) => {
        const asked = question as ChatQuestion
        return asked.t === 'sessions' ? questions.sessions(asked.query) : questions.chat(asked.query)
      },
    }
  },
}
