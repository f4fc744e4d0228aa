import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { EventId, SessionId } from '#shared/ids.ts'
import { looksLikeToken, type Redactor } from '../lib/redact.ts'
import { inPersonsWords } from './ends-for-person.ts'
import { fileNameOf } from './file-name.ts'
import { withFolderNames } from './folder-names.ts'
import { conversationOf, type Entry } from './formats/conversation.ts'
import { markdownOf } from './formats/markdown.ts'
import { createRedaction, type Redaction } from './redaction.ts'
import { type ExportLocale, exportWords } from './words.ts'

type Deps = {
  readonly reader: { readonly path: (leaf: EventId | null, limit: number) => readonly DurableEvent[] }
  readonly folds: (sessionId: SessionId) => SessionFolds
  readonly redactor: Pick<Redactor, 'text' | 'data'>
  readonly locale: () => ExportLocale
  /** The home folder of the person, whose name is left out. */
  readonly home: string
  /** Lets main answer others between pieces of a long chat. */
  readonly pause: () => Promise<void>
}

/** A chat as text for others. `secrets`: hidden places. */
export type ChatText = {
  readonly title: string
  readonly fileName: string
  readonly text: string
  readonly secrets: number
}

const WHOLE = 1_000_000
/** Events in which secrets are sought before main answers others. */
const EVENTS_AT_ONCE = 20
/** Characters of each message in a summary. */
const MOST_IN_SUMMARY = 200
/** Characters of each message, and of all of them, for the draft of an issue. */
const MOST_OF_MESSAGE = 3_000
const MOST_OF_TURNS = 16_000

export type ChatTexts = ReturnType<typeof createChatTexts>

/** Writes chats as texts that leave this machine: without secrets, and without the name of the home folder. */
export function createChatTexts(deps: Deps) {
  const entriesIn = async (id: SessionId, redaction: Redaction): Promise<readonly Entry[]> => {
    const events: DurableEvent[] = []
    for (const event of branchOf(deps, id)) {
      events.push(hidden(withFolderNames(inPersonsWords(event, exportWords(deps.locale()))), redaction))
      if (events.length % EVENTS_AT_ONCE === 0) await deps.pause()
    }
    return conversationOf(events, () => null)
  }
  return {
    /** Returns a chat in Markdown. A summary has the beginnings of the messages, and no calls. */
    share: async (id: SessionId, isSummary: boolean): Promise<ChatText> => {
      const redaction = strictly(createRedaction(deps.redactor))
      // A title that repeats a secret of the first message is not counted again.
      const inTitle = strictly(createRedaction(deps.redactor))
      const title = outside(deps, inTitle.text(deps.folds(id).session?.meta.title ?? ''))
      const entries = await entriesIn(id, redaction)
      const shown = isSummary ? entries.flatMap(summaryOf) : entries
      const text = outside(deps, markdownOf(title, shown, exportWords(deps.locale())))
      return { title, fileName: fileNameOf(title, 'markdown'), text, secrets: redaction.count() }
    },
    /** Returns the newest turns with their failed calls, for a draft. Empty for a chat without messages. */
    lastTurns: async (id: SessionId, count: number): Promise<string> => {
      const entries = await entriesIn(id, strictly(createRedaction(deps.redactor)))
      const asked = entries.flatMap((entry, at) => (entry.who === 'user' ? [at] : []))
      const texts = entries.slice(asked.at(-count) ?? 0).flatMap(turnText)
      return outside(deps, texts.join('\n\n').slice(-MOST_OF_TURNS))
    },
  }
}

function branchOf({ folds, reader }: Deps, id: SessionId): readonly DurableEvent[] {
  const { session, contexts } = folds(id)
  const contextId = session?.meta.activeContextId ?? null
  return reader.path(contextId === null ? null : (contexts[contextId]?.leaf ?? null), WHOLE)
}

function hidden(event: DurableEvent, redaction: Redaction): DurableEvent {
  return { ...event, payload: redaction.data(event.payload) } as DurableEvent
}

const WORD = /[A-Za-z0-9._=-]{20,}/g

/** Hides also what is only likely to be a secret: on a server it cannot be taken back. */
function strictly(redaction: Redaction): Redaction {
  let count = 0
  const text = (input: string): string =>
    redaction.text(input).replace(WORD, (word) => {
      if (!looksLikeToken(word)) return word
      count += 1
      return '[secret]'
    })
  const data = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(data)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, data(each)]))
  }
  return {
    text,
    data: (value) => data(redaction.data(value)),
    count: () => redaction.count() + count,
  }
}

const outside = ({ home }: Pick<Deps, 'home'>, text: string): string =>
  home.length > 1 ? text.replaceAll(home, '~') : text

function summaryOf(entry: Entry): Entry[] {
  const text = wordsOf(entry).replace(/\s+/g, ' ').trim()
  if (text === '' || entry.who === 'note') return []
  const cut = [...text]
  const shown = cut.length > MOST_IN_SUMMARY ? `${cut.slice(0, MOST_IN_SUMMARY).join('')}…` : text
  return [{ ...entry, pieces: [{ kind: 'text', text: shown }] }]
}

const wordsOf = ({ pieces }: Entry): string =>
  pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : [])).join('\n\n')

function turnText(entry: Entry): string[] {
  const failed = entry.pieces.flatMap((piece) =>
    piece.kind === 'call' && piece.result?.isError === true
      ? [`${piece.name} failed: ${piece.result.text.slice(0, MOST_OF_MESSAGE)}`]
      : [],
  )
  const words = entry.who === 'note' ? '' : wordsOf(entry).slice(0, MOST_OF_MESSAGE)
  const all = [words, ...failed].filter((text) => text !== '')
  return all.length === 0 ? [] : [`${entry.who}:\n${all.join('\n')}`]
}
