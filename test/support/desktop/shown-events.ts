import type { DurableEvent } from '#shared/events/event.ts'
import { EventId, RunId } from '#shared/ids.ts'

/** The run to which the events belong. */
export const runId = RunId.parse('run_00000001')
let count = 0
/** An event of a chat, behind the one that was made before it. */
export const event = (kind: string, payload: unknown) => {
  count += 1
  const id = EventId.parse(`evt_${String(count).padStart(8, '0')}`)
  const parentId = count === 1 ? null : EventId.parse(`evt_${String(count - 1).padStart(8, '0')}`)
  const base = { id, parentId, runId, sessionId: 'ses_00000001', ts: count, tier: 'durable', seq: count }
  return { ...base, kind, payload } as unknown as DurableEvent
}
export const user = (text: string) =>
  event('message', { message: { role: 'user', parts: [{ t: 'text', text }] } })
export const call = (callId: string, text = '') =>
  event('message', {
    message: {
      role: 'assistant',
      parts: [
        ...(text === '' ? [] : [{ t: 'text', text }]),
        { t: 'tool_call', callId, name: 'read', args: { path: callId } },
      ],
    },
  })
export const answer = (callId: string) =>
  event('message', {
    message: {
      role: 'tool',
      parts: [{ t: 'text', text: `of ${callId}` }],
      tool: { callId, name: 'read', isError: false, durationMs: 1 },
    },
  })
