import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { DurableEvent, DurableKind, DurablePayload } from '#shared/events/event.ts'
import { type CallId, ClientId, EventId, RunId, SessionId } from '#shared/ids.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import type { Message, Part, ToolCallPart } from '#shared/session/message.ts'

export const SESSION = SessionId.parse('ses_00000000')
const CLIENT = ClientId.parse('cli_00000000')

/** `evt_` and `run_` ids that are easy to read in a failure. */
export const eventId = (number: number) => EventId.parse(`evt_${String(number).padStart(8, '0')}`)
export const runId = (number: number) => RunId.parse(`run_${String(number).padStart(8, '0')}`)

/** A path of the log in the making: every event hangs under the one before it. */
export type History = {
  readonly path: readonly DurableEvent[]
  readonly append: <K extends DurableKind>(kind: K, payload: DurablePayload<K>, run?: number) => EventId
  readonly message: (message: Message, run?: number) => EventId
  readonly user: (text: string, run?: number) => EventId
  readonly answer: (...parts: (Part | string)[]) => EventId
  readonly result: (callId: CallId, text: string, more?: Partial<Message>) => EventId
  readonly item: (item: Partial<HarnessItem>, run?: number) => EventId
  readonly compact: (summary: string, compactedThrough: EventId) => EventId
}

export function createHistory(): History {
  const path: DurableEvent[] = []
  const append: History['append'] = (kind, payload, run = 1) => {
    const id = eventId(path.length + 1)
    path.push({
      v: 1,
      sessionId: SESSION,
      seq: path.length + 1,
      ts: 1_700_000_000_000 + path.length,
      clientId: CLIENT,
      runId: runId(run),
      tier: 'durable',
      id,
      parentId: path.at(-1)?.id ?? null,
      kind,
      payload,
    } as DurableEvent)
    return id
  }
  const message: History['message'] = (value, run) => append('message', { message: value }, run)
  return {
    path,
    append,
    message,
    user: (text, run) => message({ role: 'user', parts: [{ t: 'text', text }] }, run),
    answer: (...parts) =>
      message({
        role: 'assistant',
        parts: parts.map((part) => (typeof part === 'string' ? { t: 'text', text: part } : part)),
      }),
    result: (callId, text, more = {}) =>
      message({
        role: 'tool',
        parts: [{ t: 'text', text }],
        tool: { callId, name: 'read', isError: false, durationMs: 1 },
        ...more,
      }),
    item: (item, run) => append('harness.item', harnessItem(item), run),
    compact: (summary, compactedThrough) =>
      append('compact', { summary, compactedThrough, tokensBefore: 100, tokensAfter: 10, trigger: 'auto' }),
  }
}

export function harnessItem(item: Partial<HarnessItem> = {}): HarnessItem {
  return {
    kind: 'runtime-notice',
    origin: 'system',
    content: 'Note.',
    visibility: 'compact',
    lifetime: 'session',
    placement: 'in-place',
    ...item,
  }
}

export const call = (callId: CallId, args: unknown = { path: 'a.ts' }): ToolCallPart => ({
  t: 'tool_call',
  callId,
  name: 'read',
  args,
})

export const testModel: ModelInfo = {
  ref: 'test/large',
  id: 'large',
  provider: 'test',
  api: 'openai-completions',
  label: 'Test Large',
  contextWindow: 200_000,
  maxOutput: 16_000,
  reasoning: true,
  inputPrice: null,
  outputPrice: null,
}
