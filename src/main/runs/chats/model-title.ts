import { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { say } from '#shared/sentences.ts'
import type { Message } from '#shared/session/message.ts'
import { textOf } from '#shared/session/message-words.ts'
import { wrapInTag } from '../../context/branch/envelope.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { PathOf } from '../run/closing.ts'
import type { RunLog } from '../run/run-log.ts'
import { requestOnce, type Writer } from '../turns/request-once.ts'
import { systemRunRecord } from '../turns/system-run-record.ts'
import { titleIn } from './title.ts'

/** The hidden agent that titles chats. */
export const TITLE_AGENT = 'title'

type Deps = {
  readonly log: RunLog
  readonly newId: NewId
  readonly clock: Clock
  readonly pathOf: PathOf
  /** Returns the writer for the chat of this run; null to skip it. */
  readonly writerFor: (run: RunRecord) => Promise<Writer | null>
  readonly report: (sessionId: SessionId, error: unknown) => void
}

/** A title is short; what a model thinks before it may not be. */
const RESERVE_OUTPUT = 1_000
/** A name that comes later than this is of no use. */
const LIMIT_MS = 60_000
/** As much as one needs to know what it is about. */
const MOST_CHARS = 2_000
/** Number of user messages after which no further attempt is made. */
const LATEST = 3

/**
 * Titles a chat after its first answer, in parallel to the chat. Cost and result are stored as a separate run
 * under the first one. A title given by the person is never changed.
 */
export function createModelTitles(deps: Deps) {
  const { log } = deps
  const naming = new Map<SessionId, Promise<void>>()
  const closing = new AbortController()

  const isUnnamed = (sessionId: SessionId): boolean => {
    const { session } = log.folds(sessionId)
    return session?.kind === 'chat' && session.meta.namedBy === undefined
  }

  const name = async (run: RunRecord, about: string): Promise<void> => {
    const writer = await deps.writerFor(run)
    if (writer === null || closing.signal.aborted) return
    const tooSlow = say('compact.tooSlow', { model: writer.info.label })
    const asking = { writer, prompt: about, reserveOutput: RESERVE_OUTPUT, limitMs: LIMIT_MS, tooSlow }
    const { sessionId } = run
    const asked = await requestOnce({ ...asking, sessionId, clock: deps.clock }, closing.signal)
    // A chat that was deleted meanwhile must not get new events.
    if (closing.signal.aborted || log.folds(run.sessionId).session === null) return
    const title = titleIn(asked.text ?? '')
    // A request that cost nothing and brought nothing has not happened, and may be made again.
    if (title === '' && asked.usage.input + asked.usage.output === 0) {
      if (asked.error !== null) throw asked.error
      return
    }
    log.publish(run.sessionId, [
      ...systemRunRecord(deps.newId('run'), run, {
        agentId: TITLE_AGENT,
        model: writer.info.ref,
        asked,
        failed: title === '',
      }),
      // The person may have named it meanwhile.
      ...(title === '' || !isUnnamed(run.sessionId) ? [] : [renamed(title)]),
    ])
  }

  return {
    /** A run has ended. If it gave the first answer of a chat, the chat is named after it. */
    after: (run: RunRecord): void => {
      const { sessionId } = run
      if (run.kind !== 'chat' || run.status !== 'completed' || naming.has(sessionId)) return
      if (closing.signal.aborted || !isUnnamed(sessionId)) return
      const about = aboutOf(deps.pathOf(sessionId, run.contextId))
      if (about === null) return
      const done = name(run, about)
        .catch((error: unknown) => deps.report(sessionId, error))
        .finally(() => naming.delete(sessionId))
      naming.set(sessionId, done)
    },
    /** Gives up what is under way. */
    close: async (): Promise<void> => {
      closing.abort(AppError.cancelled('Orrery was closed.'))
      await Promise.all(naming.values())
    },
  }
}

const renamed = (title: string): NewDurableEvent => ({
  kind: 'session.meta',
  payload: { changes: { title, namedBy: 'model' } },
})

/** Returns the beginning of a chat for its title; null without text or when it is too late. */
function aboutOf(path: readonly DurableEvent[]): string | null {
  // A branch of which only the recent part is given is long.
  if ((path[0]?.parentId ?? null) !== null) return null
  const messages = path.flatMap((event) => (event.kind === 'message' ? [event.payload.message] : []))
  const asked = messages.filter(({ role }) => role === 'user')
  const first = asked[0] === undefined ? '' : wordsOf(asked[0])
  if (first === '' || asked.length > LATEST) return null
  const answered = messages.find((message) => message.role === 'assistant' && wordsOf(message) !== '')
  const answer = answered === undefined ? [] : [wrapInTag('answer', wordsOf(answered))]
  return [wrapInTag('first-message', first), ...answer, 'Name this chat.'].join('\n\n')
}

function wordsOf(message: Message): string {
  return [...textOf(message).trim()].slice(0, MOST_CHARS).join('')
}
