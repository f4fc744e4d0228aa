import type { HarnessItem } from '#shared/context/harness-item.ts'
import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import { firstPart } from '#shared/first-part.ts'
import type { EventId } from '#shared/ids.ts'
import { englishOf, type Sentence, type SentenceName, say } from '#shared/sentences.ts'

type ItemEvent = Extract<NewDurableEvent, { kind: 'harness.item' }>

/** The notice for an interrupted answer that the person wants continued. */
export const RESUME_PROMPT = withWords(
  notice('Your last answer was broken off. Go on where it ended, without repeating it.', 'compact'),
  [say('told.goOn')],
)

/** The notice for an answer at the model's limit that continues automatically. */
export const CONTINUE = notice(
  'Your answer was cut off because it reached the longest an answer can be. Go on exactly where it ended: no apology, no repetition. If much is left, do it in smaller pieces.',
  'hidden',
)

/**
 * Returns the notice for an answer that `error` interrupted, to fetch its rest automatically. `hasText`: more
 * than reasoning had arrived.
 */
export function fetchRest(error: unknown, hasText: boolean): NewDurableEvent {
  const { toModel, toPerson } = BROKEN_OFF[breakOf(error)]
  const how = hasText
    ? 'Go on exactly where it ended: no apology, no repetition.'
    : 'Only reasoning had arrived. Answer now.'
  const content = `${toModel} ${how}`
  const own = saidBy(error).filter(({ name }) => name === 'llm.serverSays')
  return withWords(notice(content, 'display'), [say(toPerson), ...own])
}

const BROKEN_OFF = {
  lost: {
    toModel: 'The connection was lost in the middle of your last answer.',
    toPerson: 'run.fetchesRest',
  },
  silent: {
    toModel: 'The server stopped sending in the middle of your last answer.',
    toPerson: 'run.fetchesRestOfSilent',
  },
  failed: {
    toModel: 'The server ended your last answer with an error.',
    toPerson: 'run.fetchesRestOfFailed',
  },
} as const satisfies Readonly<Record<string, { readonly toModel: string; readonly toPerson: SentenceName }>>

/** Sentences about a server that says nothing of an error: the connection ended, or nothing more came. */
const LOST: readonly string[] = [
  'llm.lost',
  'llm.unreachable',
  'llm.silent',
  'llm.silentHere',
  'llm.endedEarly',
]
const SILENT: readonly string[] = ['llm.stalled', 'llm.wentQuiet']

const saidBy = (error: unknown): readonly Sentence[] => (error instanceof AppError ? (error.said ?? []) : [])

function breakOf(error: unknown): keyof typeof BROKEN_OFF {
  const names = saidBy(error).map(({ name }) => name)
  if (names.some((name) => SILENT.includes(name))) return 'silent'
  return names.some((name) => LOST.includes(name)) ? 'lost' : 'failed'
}

/** For an answer with neither words nor calls. */
export const EMPTY_ANSWER = withWords(
  notice('Your last answer was empty. Go on: call the next tool, or say what came of it.', 'compact'),
  [say('told.empty')],
)

/** For an answer that reached its limit before a word or a whole call of it arrived. */
export const EMPTY_CUT = withWords(
  notice(
    'Your last answer was cut off: it reached the longest an answer can be before a call in it was whole. Nothing was done. Do the work in several calls with less in each.',
    'compact',
  ),
  [say('told.emptyCut')],
)

/** For an answer that held only reasoning. */
export const ONLY_THOUGHTS = withWords(
  notice(
    'Your last answer held reasoning only: no words and no tool call. Go on: call the next tool, or say what came of it.',
    'compact',
  ),
  [say('told.onlyThought')],
)

/** For calls that were written as text and could not be carried out. `name` is the tool, where it is known. */
export function writtenCall(name: string | null): NewDurableEvent {
  const which = name === null ? 'the tool' : `\`${name}\``
  const content = `You wrote a tool call as text, and nothing was done. Use the function interface: call ${which} with its arguments.`
  return withWords(notice(content, 'compact'), [say('told.writtenCall')])
}

/** For calls that were made three times with the same answer. `calls` are their tools with arguments. */
export function repeatedCalls(calls: readonly string[]): NewDurableEvent {
  const shown = calls.map((call) =>
    call.length <= MOST_OF_A_CALL ? call : `${firstPart(call, MOST_OF_A_CALL)}…`,
  )
  const what =
    calls.length === 1
      ? `This is the third time you made this call, with the same answer: ${shown.join('')}\nThe answer will not change.`
      : `This is the third time you made these calls, with the same answers:\n${shown.join('\n')}\nThe answers will not change.`
  return withWords(notice(`${what} Go another way, or say what stops you.`, 'compact'), [
    say('told.repeated'),
  ])
}

/** The most of a repeated call that a notice shows, in UTF-16 units. */
const MOST_OF_A_CALL = 200

/** For the request after the last turn of a run, which offers no tools. */
export const LAST_STEP = withWords(
  notice(
    'This was the last step of this run. Say what is done, what is left and how to go on. Call no tools.',
    'compact',
  ),
  [say('told.lastStep')],
)

/** The notice that no model wrote the following compaction. */
export const DIGEST_STANDS_IN = withWords(
  notice(
    'The earlier conversation could not be summarised by a model. A short digest stands in its place: what the person said, the files changed and the open steps.',
    'compact',
  ),
  [say('told.digest')],
)

/** For a run that is to end with a structured answer and has ended with words. */
export const REMIND_TO_ANSWER = remind(
  'Give your result now by calling the tool `answer`. Nothing else is read.',
)

/** Returns the notice about an answer of the fallback model. `why` is the failure of the chat's model. */
export function fellBack(model: string, other: string, why: readonly Sentence[]): NewDurableEvent {
  return told([say('run.fellBack', { model, other }), ...why])
}

/**
 * A notice for the person, in sentences that a window can say in its own language. The model need not remember it.
 * `about`: another version at this place, to which the notice leads.
 */
export function told(said: readonly Sentence[], about: EventId | null = null): NewDurableEvent {
  const { kind, payload } = notice(englishOf(said), 'display')
  const data = { said: [...said], ...(about === null ? {} : { about }) }
  return { kind, payload: { ...payload, lifetime: 'run', data } }
}

/** Adds the text for the person to a notice that is worded for the model. */
function withWords({ kind, payload }: ItemEvent, said: readonly Sentence[]): ItemEvent {
  return { kind, payload: { ...payload, data: { said: [...said] } } }
}

function notice(content: string, visibility: HarnessItem['visibility']): ItemEvent {
  return {
    kind: 'harness.item',
    payload: {
      kind: 'runtime-notice',
      origin: 'system',
      content,
      visibility,
      lifetime: 'session',
      placement: 'in-place',
    },
  }
}

function remind(content: string): ItemEvent {
  const { kind, payload } = withWords(notice(content, 'compact'), [say('told.answer')])
  return { kind, payload: { ...payload, lifetime: 'run' } }
}
