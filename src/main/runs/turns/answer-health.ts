import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { EventId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { Message, Part, ToolCallPart } from '#shared/session/message.ts'
import { textOf, toolCallsOf } from '#shared/session/message-words.ts'
import { hasCallMarks, textCallsIn, type WrittenText } from '../calls/text-calls.ts'
import { EMPTY_ANSWER, EMPTY_CUT, ONLY_THOUGHTS, told, writtenCall } from '../run/notices.ts'

/** The handling of a finished answer before its calls are executed. */
export type Care =
  /** The answer is accepted, with calls parsed from text where it wrote them as text. */
  | { readonly do: 'accept'; readonly message: Message; readonly told: readonly NewDurableEvent[] }
  /** The model is asked once more, after this notice if there is one. */
  | { readonly do: 'ask again'; readonly notice: readonly NewDurableEvent[] }
  | { readonly do: 'give up'; readonly error: AppError }

export type AnswerHealthDeps = {
  /** The name of the model, for sentences. */
  readonly model: () => string
  /** Reads calls that were written as text in this answer. Null where a tool of the run does not take one of them. */
  readonly readText: (written: readonly WrittenText[], eventId: EventId) => readonly ToolCallPart[] | null
}

/** With this answer without words in a row a run fails. */
const MOST_SILENT = 3
/** Maximum corrections of a textual call that cannot be executed. */
const MOST_POINTED_OUT = 2

/**
 * Looks after the answers of one run: empty ones, thoughts without words, and calls that were written as text. Counts
 * since the last answer that said or did something.
 */
export function createAnswerHealth({ model, readText }: AnswerHealthDeps) {
  let empty = 0
  let unread = 0
  let written = 0

  const silent = ({ parts, stop }: Message): Care => {
    const isThoughtful = parts.some(isThought)
    empty += 1
    if (empty === MOST_SILENT) {
      const name = isThoughtful ? 'run.onlyThought' : 'run.saidNothing'
      return { do: 'give up', error: AppError.saying('llm.stream', say(name, { model: model() })) }
    }
    // Asked unchanged, a model writes the same long call.
    if (stop === 'length') return { do: 'ask again', notice: [EMPTY_CUT] }
    // Asked unchanged after thoughts, a model thinks the same.
    if (isThoughtful) return { do: 'ask again', notice: [ONLY_THOUGHTS] }
    return { do: 'ask again', notice: empty > 1 ? [EMPTY_ANSWER] : [] }
  }

  const tellOnce = (): NewDurableEvent[] => {
    written += 1
    return written === 2 ? [told([say('run.callsAsText', { model: model() })])] : []
  }

  const unreadable = (name: string | null): Care => {
    unread += 1
    if (unread > MOST_POINTED_OUT) {
      const error = AppError.saying('llm.other', say('run.callsAsText', { model: model() }))
      return { do: 'give up', error }
    }
    return { do: 'ask again', notice: [...tellOnce(), writtenCall(name)] }
  }

  const accept = (message: Message, said: readonly NewDurableEvent[] = []): Care => {
    empty = 0
    return { do: 'accept', message, told: said }
  }

  return {
    /** Forgets the answers without words: another model answers from here on. */
    restart: (): void => {
      empty = 0
    },
    /** Looks at an answer that was not cut off. `eventId` is where it will be stored. */
    of: (message: Message, eventId: EventId): Care => {
      if (toolCallsOf(message).length > 0) {
        unread = 0
        return accept(message)
      }
      const text = textOf(message)
      if (text.trim() === '') return silent(message)
      const found = textCallsIn(text)
      if (found === null) return hasCallMarks(text) ? unreadable(null) : accept(message)
      const calls = readText(found.calls, eventId)
      if (calls === null) return found.isMarked ? unreadable(found.calls[0].name) : accept(message)
      unread = 0
      return accept(withCalls(message, found.before, calls), tellOnce())
    },
  }
}

const isThought = (part: Part): boolean => part.t === 'reasoning' && part.text.trim() !== ''

/** Returns the answer with real calls instead of those in its text. */
function withCalls(message: Message, before: string, calls: readonly ToolCallPart[]): Message {
  const thoughts = message.parts.filter((part) => part.t === 'reasoning')
  const words: Part[] = before === '' ? [] : [{ t: 'text', text: before }]
  return { ...message, parts: [...thoughts, ...words, ...calls], stop: 'tool_calls' }
}
