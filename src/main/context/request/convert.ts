import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { DurableEvent, DurableEventOf, DurableKind, DurablePayload } from '#shared/events/event.ts'
import { GOVERNANCE } from '#shared/events/governance.ts'
import type { Message } from '#shared/session/message.ts'
import { type Entry, type Staged, textMessage, type Verdict } from '../branch/entry.ts'
import { wrapInTag } from '../branch/envelope.ts'
import type { InjectionDescriptor, InjectionRegistry } from '../branch/injections.ts'
import { noteLines } from '../branch/notes.ts'
import { capContent } from '../budget/cap.ts'
import type { CountText, TokenCounter } from '../budget/count-tokens.ts'
import type { ContextPolicy, CutStrategy } from '../budget/policy.ts'
import { CUT_NOTE } from '../instructions/rules-block.ts'
import { PROJECT_RULES } from '../updates/rule-updates.ts'

/** Rendering of items, and the window share of each kind. */
export type ConvertInput = {
  readonly registry: Pick<InjectionRegistry, 'get' | 'render'>
  readonly policy: Pick<ContextPolicy, 'truncation' | 'alwaysKeepKinds'>
  /** Tokens the whole request may take; the shares of items are parts of it. */
  readonly usableTokens: number
  readonly count: TokenCounter
  /** Shortens results that the window has no room for. */
  readonly capResult: (message: Message) => Message
}

export type Converted = Staged<Entry> & {
  readonly warnings: readonly string[]
  /** A rules file of which an item tells the beginning only; null for none. */
  readonly shortenedRules: string | null
}

/** Turns events into messages, by the governance table. A kind without a converter does not reach the model. */
export function convertEvents(events: readonly DurableEvent[], input: ConvertInput): Converted {
  const verdicts: Verdict[] = []
  const warnings = new Set<string>()
  const shortened = new Set<string>()
  const converters: Converters = {
    message: ({ id, payload }) => {
      const message = input.capResult(payload.message)
      if (message !== payload.message) verdicts.push({ eventId: id, outcome: 'truncated', rule: 'window' })
      return { from: 'message', eventId: id, message, merged: [] }
    },
    compact: ({ id, payload }) => ({ from: 'summary', eventId: id, message: summary(payload) }),
    'harness.item': createItemConverter(input, { verdicts, warnings, shortened }),
  }
  const entries: Entry[] = []
  for (const event of events) {
    const entry = convert(event, converters)
    if (typeof entry === 'object') entries.push(entry)
    else verdicts.push({ eventId: event.id, outcome: 'dropped', rule: entry })
  }
  const [shortenedRules = null] = shortened
  return { entries, verdicts, warnings: [...warnings], shortenedRules }
}

/** An entry, or the rule by which there is none. */
type Conversion = Entry | string
type Converters = { readonly [K in DurableKind]?: (event: DurableEventOf<K>) => Conversion }

const FOR_THE_MODEL: ReadonlySet<string> = new Set(['include', 'inject', 'barrier'])

function convert<K extends DurableKind>(event: DurableEventOf<K>, converters: Converters): Conversion {
  // A log written by a newer app may hold kinds this table does not know.
  const action: string = GOVERNANCE[event.kind]?.model ?? 'unknown-kind'
  if (!FOR_THE_MODEL.has(action)) return `model:${action}`
  return converters[event.kind]?.(event) ?? 'model:no-converter'
}

function summary({ summary: text, notes = [] }: DurablePayload<'compact'>) {
  const kept = notes.length === 0 ? '' : `\n\nThe notes of this session:\n${noteLines(notes)}`
  return textMessage(
    'user',
    wrapInTag(
      'conversation-summary',
      `The conversation up to here was summarised. Go on from this summary:\n${text}${kept}`,
    ),
  )
}

type Noted = {
  readonly verdicts: Verdict[]
  readonly warnings: Set<string>
  /** Rules files that were shortened. */
  readonly shortened: Set<string>
}

function createItemConverter(input: ConvertInput, { verdicts, warnings, shortened }: Noted) {
  const { registry, policy } = input
  const spent = new Map<string, number>()

  return (event: DurableEventOf<'harness.item'>): Conversion => {
    const item = event.payload
    const descriptor = registry.get(item.kind)
    if (descriptor === undefined) warnings.add(unknownKind(item.kind))
    const capped = cap(item, event.runId ?? '', descriptor)
    if (capped === null) return 'share'
    if (capped !== item) verdicts.push({ eventId: event.id, outcome: 'truncated', rule: 'share' })
    if (item.kind === PROJECT_RULES && capped.content.endsWith(CUT_NOTE.trim())) {
      shortened.add(item.attrs?.['path'] ?? '')
    }
    return {
      from: 'item',
      eventId: event.id,
      message: registry.render(capped),
      kind: item.kind,
      role: descriptor?.llmRole ?? 'user',
      placement: item.placement,
      mustKeep: descriptor?.mustKeep === true || policy.alwaysKeepKinds.includes(item.kind),
    }
  }

  /** The items one run stored of a kind share one allowance, given out in path order so that it never shifts. */
  function cap(item: HarnessItem, runId: string, descriptor: InjectionDescriptor | undefined) {
    const rule = policy.truncation.find((one) => one.kind === item.kind)
    const fraction = rule?.maxBudgetFraction ?? descriptor?.maxBudgetFraction
    if (fraction === undefined) return item
    const key = `${runId} ${item.kind}`
    const left = Math.floor(fraction * input.usableTokens) - (spent.get(key) ?? 0)
    const restNote = descriptor?.restNote?.(item.attrs ?? {})
    const note = restNote ?? descriptor?.cutNote ?? null
    const strategy = rule?.strategy ?? 'head'
    // The nearest rules come last and must find room behind those of the folders above.
    const room = note === null || restNote !== undefined ? left : Math.floor(left / 2)
    const content = fitting(item.content, room, { strategy, note, countText: input.count.text })
    if (content === null) return null
    spent.set(key, (spent.get(key) ?? 0) + input.count.text(content))
    return content === item.content ? item : { ...item, content }
  }
}

type Fit = {
  readonly strategy: CutStrategy
  /** Closes what was shortened. Null: content without room is dropped. */
  readonly note: string | null
  readonly countText: CountText
}

function fitting(content: string, tokens: number, { strategy, note, countText }: Fit): string | null {
  if (note === null) return capContent(content, tokens, strategy, countText)
  if (countText(content) <= tokens) return content
  const kept = capContent(content, tokens - countText(note), strategy, countText)
  return kept === null ? note : `${kept}\n${note}`
}

function unknownKind(kind: string): string {
  return `The extension behind "${kind}" is not loaded; its items are shown to the model as plain reminders.`
}
