import type { ReportRow, RequestReport } from '#shared/context/report.ts'
import type { TraceRow } from '#shared/context/trace.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { Message } from '#shared/session/message.ts'
import { textOf } from '#shared/session/message-words.ts'
import { columnOfItem } from './breakdown.ts'
import { type BuildInput, type BuiltRequest, buildRequest } from './build-request.ts'

/** Facts from building a request again: the same input gives the same request. */
export type Reported = Pick<
  RequestReport,
  'rows' | 'fixed' | 'total' | 'usable' | 'reserve' | 'breakdown' | 'warnings'
> & { readonly built: BuiltRequest }

/**
 * Builds a request with its trace and gives every row enough text to recognise the event. `changed` is the
 * output of hooks; its size difference has a column of its own.
 */
export function reportRequest(input: BuildInput, changed: readonly Message[] | null = null): Reported {
  const built = buildRequest({ ...input, policy: { ...input.policy, trace: true } })
  const { fixed, breakdown, warnings, size, request } = built
  const weigh = (messages: readonly Message[]) =>
    messages.reduce((sum, message) => sum + input.count.message(message), 0)
  const changedBy = changed === null ? 0 : weigh(changed) - weigh(request.messages)
  const hooks = Math.round(changedBy * size.factor)
  return {
    rows: built.trace.flatMap((row, index) => {
      const event = input.path[index]
      return event === undefined ? [] : [rowOf(row, event)]
    }),
    built,
    warnings,
    fixed: { ...fixed, hooks },
    breakdown: { ...breakdown, messages: Math.max(0, breakdown.messages + hooks) },
    total: size.total + hooks,
    usable: size.usable,
    reserve: request.reserveOutput,
  }
}

/** Enough for one line of a list. A branch has thousands of rows, and all of them go to the window. */
const TEXT_CHARS = 100

function rowOf(row: TraceRow, event: DurableEvent): ReportRow {
  const common = { ...row, at: event.ts }
  switch (event.kind) {
    case 'message':
      return { ...common, ...ofMessage(event.payload.message) }
    case 'harness.item': {
      const { kind, content } = event.payload
      return { ...common, column: columnOfItem(kind), who: 'item', name: kind, text: line(content) }
    }
    case 'compact':
      return { ...common, column: 'messages', who: 'summary', name: null, text: line(event.payload.summary) }
    default:
      return { ...common, column: 'messages', who: 'other', name: event.kind, text: '' }
  }
}

function ofMessage(message: Message): Pick<ReportRow, 'column' | 'who' | 'name' | 'text'> {
  const said = line(textOf(message))
  if (message.role === 'tool') {
    return { column: 'toolOutput', who: 'tool', name: message.tool?.name ?? null, text: said }
  }
  const file = message.parts.find((part) => part.t === 'file')
  const column = file === undefined ? 'messages' : 'attachments'
  if (message.role === 'user') return { column, who: 'you', name: null, text: said || line(file?.name ?? '') }
  const calls = message.parts.flatMap((part) => (part.t === 'tool_call' ? [part.name] : []))
  return { column, who: 'assistant', name: null, text: said || calls.join(', ') }
}

function line(text: string): string {
  return text
    .slice(0, TEXT_CHARS * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, TEXT_CHARS)
}
