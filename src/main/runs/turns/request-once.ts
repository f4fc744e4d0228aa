import { AppError } from '#shared/errors.ts'
import type { LivePayload } from '#shared/events/event.ts'
import type { EventId, SessionId } from '#shared/ids.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { type Sentence, type SentenceName, say } from '#shared/sentences.ts'
import type { Message, Usage } from '#shared/session/message.ts'
import { textOf } from '#shared/session/message-words.ts'
import { addUsage, NO_USAGE } from '#shared/session/usage.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Model, ModelRequest, ToolSpec } from '../../models/model.ts'
import { unwinding } from '../run/unwind.ts'
import { type Answer, createAnswer } from './answer.ts'

/** A model that writes text for the app itself, with its persona. */
export type Writer = {
  readonly info: ModelInfo
  readonly stream: Model['stream']
  readonly persona: string
}

export type OneRequest = {
  /** The session that asks; null for a request of no session. */
  readonly sessionId: SessionId | null
  readonly writer: Writer
  /** One message of the user, or all messages. */
  readonly prompt: string | readonly Message[]
  /** The most tokens the answer may take. */
  readonly reserveOutput: number
  /** The tool that the model must call: its arguments, as JSON, become the text. Missing: the model answers in words. */
  readonly tool?: ToolSpec
  /** Reads pictures of the messages. Missing: they have none. */
  readonly readFile?: ModelRequest['readFile']
} & Listening

type Listening = {
  readonly limitMs: number
  /** The sentence for a timeout. */
  readonly tooSlow: Sentence & { readonly name: SentenceName }
  readonly clock: Clock
  /**
   * Receives each chunk as it arrives, under an id of its own. Missing: the text is not shown while it
   * arrives.
   */
  readonly hear?: { readonly eventId: EventId; readonly piece: (piece: LivePayload<'message.delta'>) => void }
}

/** The result and its cost. The cost is known even without a result. */
export type OneResult = {
  readonly text: string | null
  /** Why there is no text. */
  readonly error: unknown
  readonly usage: Usage
  readonly durationMs: number
}

const UNWIND_MS = 250

/** Asks a model for one text, or for the arguments of one tool. Never rejects. */
export function requestOnce(asking: OneRequest, signal: AbortSignal): Promise<OneResult> {
  return sendRequest(requestOf(asking), asking, signal)
}

type AskingWith = Listening & Pick<OneRequest, 'tool'> & { readonly writer: Pick<Writer, 'info' | 'stream'> }

/**
 * Sends a finished request and takes the words of the answer, or the arguments of the tool that was asked for. Other calls
 * are left alone. Never rejects.
 */
export async function sendRequest(
  finished: ModelRequest,
  asking: AskingWith,
  signal: AbortSignal,
): Promise<OneResult> {
  const { clock, writer } = asking
  const answer = createAnswer(asking.hear?.eventId ?? ('' as EventId))
  const began = clock.elapsed()
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(asking.limitMs)])
  let failed = NO_USAGE
  const countFailed = (usage: Usage) => {
    failed = addUsage(failed, usage)
  }
  const listen = async (): Promise<void> => {
    const request = { ...finished, onCounted: countFailed }
    for await (const chunk of writer.stream(request, bounded)) {
      const piece = answer.push(chunk)
      if (piece !== null) asking.hear?.piece(piece)
      if (bounded.aborted) return
    }
  }
  const asked = (text: string | null, error: unknown): OneResult => ({
    text,
    error,
    usage: addUsage(answer.usage(), failed),
    durationMs: Math.round(clock.elapsed() - began),
  })
  try {
    await unwinding(listen(), { signal: bounded, graceMs: UNWIND_MS, clock })
    bounded.throwIfAborted()
    const text = argumentsIn(asking, answer) ?? wordsIn(answer)
    if (text !== '') return asked(text, null)
    return asked(null, AppError.saying('llm.stream', say('run.saidNothing', { model: writer.info.label })))
  } catch (error) {
    const isLate = bounded.aborted && !signal.aborted
    return asked(null, isLate ? AppError.saying('llm.timeout', asking.tooSlow) : error)
  }
}

const wordsIn = (answer: Answer): string =>
  textOf({ role: 'assistant', parts: answer.parts().partial }).trim()

/** Returns the arguments of the call that was asked for; null when the model answered in words. */
function argumentsIn({ tool }: Pick<OneRequest, 'tool'>, answer: Answer): string | null {
  const call = tool === undefined ? undefined : answer.calls().find(({ name }) => name === tool.name)
  return call === undefined ? null : call.text.trim()
}

function requestOf({ sessionId, writer, prompt, reserveOutput, tool, readFile }: OneRequest): ModelRequest {
  return {
    sessionId,
    model: writer.info,
    system: writer.persona,
    messages:
      typeof prompt === 'string' ? [{ role: 'user', parts: [{ t: 'text', text: prompt }] }] : [...prompt],
    tools: tool === undefined ? [] : [tool],
    ...(tool === undefined ? {} : { forcedTool: tool.name }),
    reserveOutput,
    readFile: readFile ?? nothingAttached,
  }
}

async function nothingAttached(): Promise<never> {
  throw new Error('Nothing is attached to what the app itself asks.')
}
