import type { AttachReply, InflightMessage, InflightTool, WindowMessage } from '#shared/events/delivery.ts'
import type { DurableEvent, SessionEvent } from '#shared/events/event.ts'
import { EMPTY_FOLDS, fold } from '#shared/events/fold.ts'
import { ClientId, ContextId, EventId, RunId, SessionId } from '#shared/ids.ts'
import type { Part } from '#shared/session/message.ts'

/** The one session of the host. */
export const sessionId = SessionId.parse('ses_00000001')
const contextId = ContextId.parse('ctx_00000001')
const clientId = ClientId.parse('cli_00000001')
const runId = RunId.parse('run_00000001')
const eventId = (number: number) => EventId.parse(`evt_${String(number).padStart(8, '0')}`)

/** One thing that can happen in a session. */
export type Step =
  | { do: 'say'; text: string }
  | { do: 'start' }
  | { do: 'delta'; channel: 'text' | 'reasoning'; text: string }
  | { do: 'finish' }
  | { do: 'discard' }
  | { do: 'tool' }
  | { do: 'print'; text: string }
  | { do: 'answer' }
  | { do: 'rewind'; back: number }
  | { do: 'queue'; text: string }
  | { do: 'retry' }

/** A host in the smallest form: it numbers events and can say where things stand, in its own way. */
export function createHost() {
  const log: SessionEvent[] = []
  const stored = new Map<EventId, DurableEvent>()
  let leaf: EventId | null = null
  let ids = 0
  let answering: { id: EventId; parts: { channel: 'text' | 'reasoning'; text: string }[] } | null = null
  let tool: { id: EventId; output: string; at: number } | null = null
  let folds = EMPTY_FOLDS

  const base = () => ({
    v: 1 as const,
    sessionId,
    clientId,
    contextId,
    runId,
    seq: log.length + 1,
    ts: log.length,
  })
  const live = (kind: string, payload: unknown) =>
    log.push({ ...base(), tier: 'live', kind, payload } as SessionEvent)
  const store = (kind: string, payload: unknown, id: EventId, advance: boolean) => {
    const event = {
      ...base(),
      tier: 'durable',
      kind,
      payload,
      id,
      parentId: leaf,
    } as unknown as DurableEvent
    log.push(event)
    stored.set(id, event)
    folds = fold(folds, event)
    if (advance) leaf = id
  }
  const newId = () => {
    ids += 1
    return eventId(ids)
  }
  const path = () => {
    const found: DurableEvent[] = []
    for (let at = leaf; at !== null; at = stored.get(at)?.parentId ?? null) {
      const event = stored.get(at)
      if (event !== undefined) found.unshift(event)
    }
    return found
  }
  const message = (role: string, text: string) => ({ message: { role, parts: [{ t: 'text', text }] } })

  function take(step: Step) {
    switch (step.do) {
      case 'say':
        return store('message', message('user', step.text), newId(), true)
      case 'start':
        if (answering !== null) return
        answering = { id: newId(), parts: [] }
        live('message.start', { eventId: answering.id, parentId: leaf, role: 'assistant' })
        return
      case 'delta': {
        if (answering === null || step.text === '') return
        const last = answering.parts.at(-1)
        const part = last?.channel === step.channel ? last : { channel: step.channel, text: '' }
        if (part !== last) answering.parts.push(part)
        const block = answering.parts.length - 1
        const { id } = answering
        live('message.delta', {
          eventId: id,
          channel: step.channel,
          block,
          offset: part.text.length,
          text: step.text,
        })
        part.text += step.text
        return
      }
      case 'finish':
        if (answering === null) return
        store(
          'message',
          message('assistant', answering.parts.map((p) => p.text).join('')),
          answering.id,
          true,
        )
        answering = null
        return
      case 'discard':
        if (answering === null) return
        live('message.discarded', { eventId: answering.id, reason: 'empty' })
        answering = null
        return
      case 'tool':
        if (tool !== null) return
        tool = { id: newId(), output: '', at: log.length }
        live('tool.started', { eventId: tool.id, callId: 'c', toolName: 'bash', args: {} })
        return
      case 'print':
        if (tool === null) return
        live('tool.progress', { eventId: tool.id, callId: 'c', text: step.text })
        tool.output += step.text
        return
      case 'answer':
        if (tool === null) return
        store('message', message('tool', tool.output), tool.id, true)
        tool = null
        return
      case 'rewind': {
        if (answering !== null || tool !== null) return
        const line = path()
        const to = line[Math.max(0, line.length - 1 - step.back)]?.id ?? null
        store('leaf.moved', { cause: 'rewind', contextId, to }, newId(), false)
        leaf = to
        return
      }
      case 'queue':
        return store(
          'queue.changed',
          { lane: 'steer', op: 'add', itemId: `que_${newId().slice(4)}`, text: step.text },
          newId(),
          false,
        )
      case 'retry':
        live('request.retry', {
          attempt: 1,
          delayMs: 1,
          error: { code: 'llm.timeout', message: 'No answer.', recoverable: true },
        })
    }
  }

  function attach(tail: number): AttachReply {
    const line = path()
    const inflight: InflightMessage[] =
      answering === null
        ? []
        : [
            {
              eventId: answering.id,
              parts: answering.parts.map(({ channel, text }): Part => ({ t: channel, text })),
            },
          ]
    const tools: InflightTool[] =
      tool === null
        ? []
        : [
            {
              eventId: tool.id,
              callId: 'c',
              toolName: 'bash',
              args: {},
              output: tool.output,
              startedAt: tool.at,
              ended: null,
            },
          ]
    const cursor = { epoch: 'e', seq: log.length, durableSeq: folds.lastSeq }
    return {
      epoch: 'e',
      folds,
      path: line.slice(-tail),
      hasOlder: line.length > tail,
      inflight,
      tools,
      loading: null,
      cursor,
      draft: '',
    }
  }

  const batch = (from: number, to: number): Extract<WindowMessage, { t: 'events' }> => ({
    t: 'events',
    sessionId,
    epoch: 'e',
    prevSeq: from,
    events: log.slice(from, to),
  })

  return { take, attach, batch, length: () => log.length }
}
