import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { Clock } from '../../lib/clock.ts'
import { isErrno } from '../../lib/errno.ts'
import { createFileLogger, type FileLogger } from '../../lib/file-logger.ts'
import type { Redactor } from '../../lib/redact.ts'
import { logLineOf } from './session-log-lines.ts'

type Deps = {
  /** The folder of the logs, one file for each chat. It is made with the first line. */
  readonly folder: string
  readonly redact: Pick<Redactor, 'data' | 'text'>
  readonly clock: Pick<Clock, 'now'>
  readonly sessionOf: (id: SessionId) => SessionRecord | null
  readonly subscribe: (
    listener: (sessionId: SessionId, events: readonly SessionEvent[]) => void,
  ) => () => void
}

/** Size limit of one file in bytes. One older file of each chat is kept. */
const MAX_BYTES = 256 * 1024
/** Maximum files in the folder, and maximum files that are open for writing. */
const MOST_FILES = 200
const MOST_OPEN = 16
/** Maximum levels of subagents above which the chat is searched. */
const MOST_LEVELS = 16

/**
 * Writes what happens in each chat to a log file of its own: runs, requests, retries, tool calls and questions. The words
 * of messages and the arguments of calls are not written. Subagents write to the file of their chat.
 */
export function createSessionLogs(deps: Deps) {
  const open = new Map<SessionId, FileLogger>()
  const closing = new Set<Promise<void>>()

  const chatOf = (sessionId: SessionId): SessionId => {
    let chat = sessionId
    for (let level = 0; level < MOST_LEVELS; level++) {
      const above = deps.sessionOf(chat)?.parentSessionId ?? null
      if (above === null) return chat
      chat = above
    }
    return chat
  }
  const shut = (logger: FileLogger): void => {
    const closed = logger.close().finally(() => closing.delete(closed))
    closing.add(closed)
  }
  const loggerOf = (chat: SessionId): FileLogger => {
    const known = open.get(chat)
    const logger =
      known ??
      createFileLogger({
        redact: deps.redact,
        clock: deps.clock,
        maxBytes: MAX_BYTES,
        keep: 1,
        file: join(deps.folder, `${chat}.log`),
      })
    // The order of the map is the order of use.
    open.delete(chat)
    open.set(chat, logger)
    const [oldest] = open
    if (oldest !== undefined && open.size > MOST_OPEN) {
      open.delete(oldest[0])
      shut(oldest[1])
    }
    return logger
  }
  const stop = deps.subscribe((sessionId, events) => {
    for (const event of events) {
      const line = logLineOf(event)
      if (line === null) continue
      const chat = chatOf(sessionId)
      const logger = loggerOf(chat)
      logger[line.level === 'warn' ? 'warn' : 'info'](line.message, {
        ...line.data,
        ...(chat === sessionId ? {} : { subagent: sessionId }),
      })
    }
  })
  return {
    /** Removes the oldest files beyond the limit. */
    prune: () => pruneFolder(deps.folder, MOST_FILES),
    close: async (): Promise<void> => {
      stop()
      for (const logger of open.values()) shut(logger)
      open.clear()
      await Promise.all(closing)
    },
  }
}

async function pruneFolder(folder: string, most: number): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isErrno(error, 'ENOENT')) return []
    throw error
  })
  if (names.length <= most) return
  const dated = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      return { path, at: (await stat(path).catch(() => null))?.mtimeMs ?? 0 }
    }),
  )
  const oldest = dated.sort((left, right) => right.at - left.at).slice(most)
  await Promise.all(oldest.map(({ path }) => rm(path, { force: true })))
}
