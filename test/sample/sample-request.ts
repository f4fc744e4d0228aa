import type { ReportRow, RequestReport, RequestWhen } from '#shared/context/report.ts'
import type { AttachReply } from '#shared/events/delivery.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import { textOf } from '#shared/session/message-words.ts'

/** What became of the events of the sample chat, with every fate there is. */
export function sampleRequest({ path }: AttachReply, when: RequestWhen): RequestReport {
  const rows = path.map((event, index) => rowOf(event, index))
  const fixed = { instructions: 5_380, family: 0, memory: 3_420, tools: 6_740, made: 0, hooks: 0 }
  const total =
    Object.values(fixed).reduce((sum, each) => sum + each, 0) + rows.reduce((sum, row) => sum + row.tokens, 0)
  return {
    when,
    rows,
    fixed,
    total,
    isContinued: false,
    source: 'kept',
    at: when === 'last' ? (path.at(-1)?.ts ?? 0) : null,
    model: 'anthropic/claude-sonnet-4-5',
    usable: 184_000,
    reserve: 16_000,
    breakdown: {
      instructions: 12_120,
      memory: 3_420,
      messages: 26_000,
      toolOutput: 38_900,
      attachments: 3_800,
      window: 200_000,
    },
    counted: when === 'last' ? Math.round(total * 0.962) : null,
    warnings: [],
  }
}

const FATES = [
  ['summarised', 'compact', 0],
  ['summarised', 'compact', 0],
  ['kept', 'path', 412],
  ['truncated', 'shrink', 64],
  ['kept', 'path', 1_920],
  ['merged', 'place:in-place', 38],
  ['kept', 'path', 12_407],
  ['dropped', 'lifetime:run', 0],
] as const

function rowOf(event: DurableEvent, index: number): ReportRow {
  const [outcome, rule, tokens] = FATES[index % FATES.length] ?? FATES[2]
  const common = { eventId: event.id, at: event.ts, outcome, rule, tokens }
  if (event.kind !== 'message') {
    return {
      ...common,
      column: 'messages',
      who: 'item',
      name: 'runtime-notice',
      text: 'The tests were run again.',
    }
  }
  const { message } = event.payload
  const text = textOf(message).replace(/\s+/g, ' ').slice(0, 100)
  if (message.role === 'tool') {
    return { ...common, column: 'toolOutput', who: 'tool', name: message.tool?.name ?? null, text }
  }
  return {
    ...common,
    column: 'messages',
    who: message.role === 'user' ? 'you' : 'assistant',
    name: null,
    text,
  }
}
