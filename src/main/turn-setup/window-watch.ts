import type { DurableEvent, DurableEventOf } from '#shared/events/event.ts'
import type { ModelRef, RunId } from '#shared/ids.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { type Sentence, say } from '#shared/sentences.ts'
import type { Message } from '#shared/session/message.ts'

/** The estimate errs upwards, and for some languages by half: only far less than it shows that something is missing. */
const READ_AT_LEAST = 0.4
/** The smallest plausible context window. Smaller reports count something other than the input. */
const SMALLEST_WINDOW = 1_000
/** Some servers count only what they had not cached: about as much as is new, by the same estimate. */
const NEW_AT_MOST = 1.5

/** A branch: what the model still reads of it with some events before, and all of it on demand. */
type Branch = { readonly recent: readonly DurableEvent[]; readonly whole: () => readonly DurableEvent[] }

/**
 * Watches whether a server reads all it is sent. Some cut a request that is longer than the window they serve, from
 * its beginning and without a word; what they report to have read gives them away.
 */
export function createWindowWatch(runId: RunId) {
  let [estimate, fresh] = [Number.POSITIVE_INFINITY, 0]
  return {
    /** Notes that a request of about so many tokens is sent, `unread` of them behind the last answer. */
    sent: (tokens: number, unread: number): void => {
      if (tokens < estimate) [estimate, fresh] = [tokens, unread]
    },
    /**
     * Returns the warning about the first answer of the run; null when the whole input was read or it is
     * unknown.
     */
    verdict: ({ recent, whole }: Branch, { api, ref, label, provider }: ModelInfo): Sentence[] | null => {
      // The Practice model has no server.
      if (api === 'builtin') return null
      const isFirst = (event: DurableEvent) =>
        event.kind === 'message' && event.runId === runId && isAnswer(event)
      // The first answer of a run that was compacted lies before the recent part.
      const isShort = recent[0]?.runId === runId
      const answer = (isShort ? whole() : recent).find(isFirst)
      if (answer?.kind !== 'message' || answer.payload.message.model !== ref) return null
      const read = readFor(answer.payload.message)
      const isKnown = read >= SMALLEST_WINDOW && estimate < Number.POSITIVE_INFINITY
      if (!isKnown || read >= estimate * READ_AT_LEAST) return null
      const path = whole()
      if (hasFiles(path)) return null
      if (read >= fresh * READ_AT_LEAST && read <= fresh * NEW_AT_MOST) return null
      // A server that has read more before can do so now: it counts something else.
      if (path.some((event) => isAnswerOf(event, ref) && readFor(event.payload.message) > read * NEW_AT_MOST))
        return null
      const figure = (tokens: number) => tokens.toLocaleString('en')
      const advice = provider === 'ollama' ? [say('compact.ollamaWindow')] : []
      return [say('run.readLess', { model: label, read: figure(read), sent: figure(estimate) }), ...advice]
    },
  }
}

/** Counts the messages after the last answer of a request. */
export function unreadIn(messages: readonly Message[], count: (message: Message) => number): number {
  const from = messages.findLastIndex(({ role }) => role === 'assistant') + 1
  return messages.slice(from).reduce((sum, message) => sum + count(message), 0)
}

function readFor({ usage }: Message): number {
  const { input = 0, cacheRead = 0, cacheWrite = 0 } = usage ?? {}
  return input + cacheRead + cacheWrite
}

function isAnswerOf(event: DurableEvent, ref: ModelRef): event is DurableEventOf<'message'> {
  return event.kind === 'message' && event.payload.message.model === ref
}

function isAnswer(event: DurableEvent): boolean {
  return event.kind === 'message' && event.payload.message.role === 'assistant'
}

/** The token cost of images differs too much between models. */
function hasFiles(path: readonly DurableEvent[]): boolean {
  return path.some(
    (event) => event.kind === 'message' && event.payload.message.parts.some(({ t }) => t === 'file'),
  )
}
