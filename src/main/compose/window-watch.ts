import type { DurableEvent } from '#shared/events/event.ts'
import type { RunId } from '#shared/ids.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { type Sentence, say } from '#shared/sentences.ts'

/** The estimate errs upwards, and for some languages by half: only far less than it shows that something is missing. */
const READ_AT_LEAST = 0.4
/** Nobody serves less. Who reports less counts something else than what was read. */
const SMALLEST_WINDOW = 1_000

/**
 * Watches whether a server reads all it is sent. Some cut a request that is longer than the window they serve, from
 * its beginning and without a word; what they report to have read gives them away.
 */
export function createWindowWatch(runId: RunId) {
  let estimate = Number.POSITIVE_INFINITY
  return {
    /** A request of about so many tokens is sent. */
    sent: (tokens: number): void => {
      estimate = Math.min(estimate, tokens)
    },
    /** What to tell the person of the first answer of the run; null when all was read, or nobody knows. */
    verdict: (path: readonly DurableEvent[], { ref, label, provider }: ModelInfo): Sentence[] | null => {
      const answer = path.find(
        (event) => event.kind === 'message' && event.runId === runId && isAnswer(event),
      )
      if (answer?.kind !== 'message' || answer.payload.message.model !== ref) return null
      const { input = 0, cacheRead = 0 } = answer.payload.message.usage ?? {}
      const read = input + cacheRead
      const isKnown = read >= SMALLEST_WINDOW && estimate < Number.POSITIVE_INFINITY
      if (!isKnown || read >= estimate * READ_AT_LEAST || hasFiles(path)) return null
      const figure = (tokens: number) => tokens.toLocaleString('en')
      const advice = provider === 'ollama' ? [say('compact.ollamaWindow')] : []
      return [say('run.readLess', { model: label, read: figure(read), sent: figure(estimate) }), ...advice]
    },
  }
}

function isAnswer(event: DurableEvent): boolean {
  return event.kind === 'message' && event.payload.message.role === 'assistant'
}

/** What a picture takes differs too much from model to model. */
function hasFiles(path: readonly DurableEvent[]): boolean {
  return path.some(
    (event) => event.kind === 'message' && event.payload.message.parts.some(({ t }) => t === 'file'),
  )
}
