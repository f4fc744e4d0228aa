import { AppError } from '#shared/errors.ts'
import { firstPart } from '#shared/first-part.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { say } from '#shared/sentences.ts'
import type { Model, ModelChunk, ModelRequest } from '../model.ts'

/** Room for models that think before they answer and do not count it. In UTF-16 units. */
const ALWAYS_ALLOWED = 256 * 1024
/** A token is about four characters; four times as many leave room for every language and for blanks. */
const CHARS_PER_TOKEN = 16
/** No answer is longer, whatever was asked for. */
const MOST_CHARS = 8 * 1024 * 1024
const MOST_CALLS = 500
/** Maximum changes between text and reasoning in an answer. */
const MOST_BLOCKS = 1_000
const TRANSFER_BYTES = 16 * 1024 * 1024
const BYTES_PER_TOKEN = 2 * 1024

/** The longest answer to a request: text, reasoning and the arguments of calls together, in UTF-16 units. */
export function longestAnswer(reserveOutput: number): number {
  return Math.min(ALWAYS_ALLOWED + CHARS_PER_TOKEN * Math.max(0, reserveOutput), MOST_CHARS)
}

/** Bytes of the largest answer on the wire: a token comes in an event of some hundred bytes. */
export function largestTransfer(reserveOutput: number): number {
  return TRANSFER_BYTES + BYTES_PER_TOKEN * Math.max(0, reserveOutput)
}

/**
 * A model whose answers end: one that sends far more than it was asked for, or calls without end, fails with
 * `llm.other` after everything up to the limit was handed on.
 */
export function withAnswerLimit(model: Model, info: Pick<ModelInfo, 'label'>): Model {
  return {
    ...model,
    stream: (request, signal) => ({
      [Symbol.asyncIterator]: () =>
        limited(model.stream(request, signal)[Symbol.asyncIterator](), request, info),
    }),
  }
}

function limited(
  chunks: AsyncIterator<ModelChunk>,
  { reserveOutput }: ModelRequest,
  { label }: Pick<ModelInfo, 'label'>,
): AsyncIterator<ModelChunk> {
  const calls = new Set<string>()
  let left = longestAnswer(reserveOutput)
  let problem: AppError | null = null

  const end = async (error: AppError): Promise<never> => {
    await chunks.return?.()
    throw error
  }
  const take = (result: IteratorResult<ModelChunk>): IteratorResult<ModelChunk> | Promise<never> => {
    if (result.done === true || !('text' in result.value)) return result
    const chunk = result.value
    if ('block' in chunk && chunk.block >= MOST_BLOCKS) return end(tooManyBlocks(label))
    if (chunk.t === 'tool_args') calls.add(chunk.callId)
    if (calls.size > MOST_CALLS) return end(tooManyCalls(label))
    left -= chunk.text.length
    if (left >= 0) return result
    problem = tooLong(label, reserveOutput)
    const text = firstPart(chunk.text, chunk.text.length + left)
    return text === '' ? end(problem) : { done: false, value: { ...chunk, text } }
  }

  return {
    next: () => (problem === null ? chunks.next().then(take) : end(problem)),
    return: async (value) => chunks.return?.(value) ?? { done: true, value },
  }
}

function tooLong(model: string, reserveOutput: number): AppError {
  const size = `${Math.round(longestAnswer(reserveOutput) / 1024)} KB`
  return AppError.saying(
    'llm.other',
    say('llm.answerTooLong', { model, size, tokens: String(reserveOutput) }),
  )
}

function tooManyCalls(model: string): AppError {
  return AppError.saying('llm.other', say('llm.tooManyCalls', { model, count: String(MOST_CALLS) }))
}

function tooManyBlocks(model: string): AppError {
  return AppError.saying('llm.other', say('llm.tooManyBlocks', { model, count: String(MOST_BLOCKS) }))
}
