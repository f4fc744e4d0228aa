import type { AttachReply, WindowMessage } from '#shared/events/delivery.ts'
import type { DurableEvent, SessionEvent } from '#shared/events/event.ts'
import { EMPTY_FOLDS, fold, type SessionFolds } from '#shared/events/fold.ts'
import type { EventId, SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { Message, Part } from '#shared/session/message.ts'
import { textOf, toolCallsOf } from '#shared/session/message-words.ts'
import type { Client } from '../client.ts'
import type { RunLine } from '../run-output.ts'

/** The path events that one attach returns. */
const TAIL = 500
/** The name of the tool that receives a structured answer. */
const ANSWER = 'answer'

type Deps = {
  readonly client: Client
  readonly sessionId: SessionId
  /** Whether the chat existed before, so that what it holds already is no output. */
  readonly isOld: boolean
  readonly emit: (line: RunLine) => void
  /** Called once with the chat, before any line. */
  readonly started: (folds: SessionFolds) => void
}

/** A chat as a command follows it. */
export type FollowedChat = {
  readonly folds: () => SessionFolds
  /** The runs that began since the command follows the chat, oldest first. */
  readonly runs: () => readonly RunRecord[]
  /** The last text of the agent, or the part of it that has arrived. */
  readonly text: () => string
  /** The arguments of the last accepted structured answer; undefined without one. */
  readonly answer: () => unknown
  /** Reads the whole state again. */
  readonly refresh: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Follows a chat and emits a line for each piece of it, in order and once. A gap in the events attaches again. */
export async function followChat({ client, sessionId, isOld, emit, started }: Deps): Promise<FollowedChat> {
  const seen = new Set<EventId>()
  const streams = createStreams(emit)
  const calls = new Map<string, { readonly name: string; readonly args: unknown }>()
  let folds = EMPTY_FOLDS
  let before: ReadonlySet<string> = new Set()
  let holds = 0
  let attaching: Promise<void> | null = null
  let answer: unknown
  let last = ''

  const takeMessage = (id: EventId, message: Message): void => {
    const text = textOf(message)
    if (message.role === 'assistant') {
      streams.finish(id, message)
      if (text !== '') last = text
      if (text !== '') emit({ type: 'message', messageId: id, text, model: message.model ?? null })
      for (const { callId, name, args } of toolCallsOf(message)) {
        calls.set(callId, { name, args })
        emit({ type: 'tool_call', callId, tool: name, args })
      }
    }
    if (message.role !== 'tool' || message.tool === undefined) return
    const { callId, name, isError, durationMs } = message.tool
    if (name === ANSWER && !isError) answer = calls.get(callId)?.args
    emit({ type: 'tool_result', callId, tool: name, isError, text, durationMs })
  }
  const takeStored = (event: DurableEvent): void => {
    if (seen.has(event.id)) return
    seen.add(event.id)
    if (event.kind === 'message') takeMessage(event.id, event.payload.message)
  }
  const takeEvent = (event: SessionEvent): void => {
    holds = event.seq
    if (event.tier === 'durable') {
      folds = fold(folds, event)
      takeStored(event)
    } else if (event.kind === 'message.delta') streams.piece(event.payload)
    else if (event.kind === 'request.retry') {
      const { attempt, delayMs, error } = event.payload
      emit({ type: 'retry', attempt, delayMs, error: { code: error.code, message: error.message } })
    }
  }
  const takeReply = (reply: AttachReply, isFirst: boolean): void => {
    folds = reply.folds
    holds = reply.cursor.seq
    if (isFirst) started(folds)
    if (isFirst && isOld) {
      before = new Set(Object.keys(reply.folds.runs))
      for (const { id } of reply.path) seen.add(id)
    } else for (const event of reply.path) takeStored(event)
    for (const { eventId, parts } of reply.inflight) streams.whole(eventId, parts)
  }
  const attach = async (isFirst: boolean): Promise<void> => {
    takeReply(await client.call('session.attach', { sessionId, tail: TAIL }), isFirst)
  }
  const hear = (message: WindowMessage): void => {
    if (message.t === 'app' || message.t === 'terminal') return
    if (message.sessionId !== sessionId || attaching !== null) return
    if (message.t === 'events' && message.prevSeq === holds) {
      for (const event of message.events) takeEvent(event)
      // An unacknowledged backlog would hold further events back.
      client.call('session.ack', { sessionId, seq: holds }).catch(() => {})
      return
    }
    attaching = attach(false).finally(() => {
      attaching = null
    })
    attaching.catch(() => {})
  }

  await attach(true)
  const unhear = client.hear(hear)
  return {
    folds: () => folds,
    runs: () =>
      Object.values(folds.runs)
        .filter(({ runId, kind }) => !before.has(runId) && kind === 'chat')
        .toSorted((one, other) => one.createdAt - other.createdAt || (one.runId < other.runId ? -1 : 1)),
    text: () => streams.open() ?? last,
    answer: () => answer,
    refresh: async () => {
      await attaching
      await attach(false)
    },
    close: async () => {
      unhear()
      await client.call('session.detach', { sessionId })
    },
  }
}

type Piece = {
  readonly eventId: EventId
  readonly channel: string
  readonly block: number
  readonly offset: number
  readonly text: string
}

/** Emits the streamed words of answers, each once, also after a second attach. */
function createStreams(emit: Deps['emit']) {
  const shown = new Map<string, number>()
  let open: { readonly id: EventId; readonly blocks: string[] } | null = null

  const add = (id: EventId, block: number, channel: string, offset: number, text: string): void => {
    if (channel !== 'text' && channel !== 'reasoning') return
    const key = `${id} ${block}`
    const from = shown.get(key) ?? 0
    const fresh = text.slice(Math.max(0, from - offset))
    if (fresh === '' || offset > from) return
    shown.set(key, from + fresh.length)
    emit({ type: channel, messageId: id, text: fresh })
    if (channel !== 'text') return
    if (open?.id !== id) open = { id, blocks: [] }
    open.blocks[block] = (open.blocks[block] ?? '') + fresh
  }
  return {
    piece: ({ eventId, block, channel, offset, text }: Piece): void =>
      add(eventId, block, channel, offset, text),
    whole: (id: EventId, parts: readonly Part[]): void => {
      for (const [block, part] of parts.entries()) {
        if (part.t === 'text' || part.t === 'reasoning') add(id, block, part.t, 0, part.text)
      }
    },
    /** The stored message replaces the streamed one; words that no piece brought are emitted first. */
    finish: (id: EventId, { parts }: Message): void => {
      const isNew = ![...shown.keys()].some((key) => key.startsWith(`${id} `))
      if (isNew) {
        for (const [block, part] of parts.entries()) {
          if (part.t === 'text' || part.t === 'reasoning') add(id, block, part.t, 0, part.text)
        }
      }
      open = null
    },
    /** The text of the answer that is still being written; null when none is. */
    open: (): string | null => (open === null ? null : open.blocks.join('')),
  }
}
