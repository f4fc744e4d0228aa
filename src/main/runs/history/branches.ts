import { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import { GOVERNANCE } from '#shared/events/governance.ts'
import type { ContextId, EventId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { Ahead, Fork, Ways } from '#shared/session/fork.ts'
import type { Message, Part } from '#shared/session/message.ts'
import { endsInWords, unansweredAt } from '#shared/session/queue/unanswered.ts'
import type { Lane } from '../chats/lane.ts'
import type { Sessions } from '../chats/sessions.ts'
import { leafMoved } from '../run/leaf-moved.ts'
import { RESUME_PROMPT } from '../run/notices.ts'
import { openCallsOf } from '../run/open-calls.ts'
import type { RunLog } from '../run/run-log.ts'

type Deps = {
  readonly log: RunLog
  readonly sessions: Pick<Sessions, 'get'>
  readonly lane: Pick<Lane, 'idleOnly' | 'sendFrom' | 'goOn'>
  readonly reader: {
    readonly event: (id: EventId) => DurableEvent | null
    /** The branch that ends at an event, root first, at most so many events long. */
    readonly path: (leaf: EventId | null, limit: number) => readonly DurableEvent[]
    readonly forks: (sessionId: SessionId, leaf: EventId | null) => Fork[]
    readonly ahead: (sessionId: SessionId, leaf: EventId | null, line: ContextId) => Ahead | null
    readonly newestLeaf: (sessionId: SessionId, id: EventId) => EventId
  }
}

type Also = readonly NewDurableEvent[]
type Move = { readonly cause: 'rewind' | 'branch'; readonly also: Also }

/** Longer than any answer has calls, so that a cut between a call and its result is seen. */
const LOOK_BACK = 400

/** Moves a conversation to another place of its history. Every move is an event, so it can be taken back. */
export function createBranches({ log, sessions, lane, reader }: Deps) {
  const contextOf = (sessionId: SessionId): ContextId => {
    const { activeContextId } = sessions.get(sessionId).meta
    if (activeContextId === null) throw AppError.saying('session.not_found', say('chat.gone'))
    return activeContextId
  }

  /** Returns the event if it is part of the chat's current conversation. */
  const inChat = (sessionId: SessionId, id: EventId): DurableEvent => {
    const event = reader.event(id)
    const isHere = event?.sessionId === sessionId && GOVERNANCE[event.kind].leaf === 'advance'
    if (event === null || !isHere || !reaches(log, contextOf(sessionId), event)) {
      throw AppError.saying('session.not_found', say('chat.noPlace'))
    }
    return event
  }

  /** Returns a valid position to resume from: never between a call and its results. */
  const restingAt = (sessionId: SessionId, to: EventId | null): EventId | null => {
    if (to === null) return null
    const event = inChat(sessionId, to)
    if (openCallsOf(reader.path(event.id, LOOK_BACK)).length > 0) {
      throw AppError.saying('session.not_found', say('chat.midCall'))
    }
    return event.id
  }

  const moveTo = (sessionId: SessionId, to: EventId | null, { cause, also }: Move): void => {
    lane.idleOnly(sessionId)
    const contextId = contextOf(sessionId)
    const place = restingAt(sessionId, to)
    const isThere = log.folds(sessionId).contexts[contextId]?.leaf === place
    const events = isThere ? also : [leafMoved(contextId, place, cause), ...also]
    if (events.length > 0) log.publish(sessionId, events)
  }

  /** Returns the position of a user message and its replacement. Throws when it cannot be sent. */
  const rewording = (sessionId: SessionId, id: EventId, text: string) => {
    lane.idleOnly(sessionId)
    const event = inChat(sessionId, id)
    const message = userMessageOf(event)
    const files = message.parts.filter((part) => part.t === 'file')
    const parts: Part[] = text === '' ? files : [{ t: 'text', text }, ...files]
    if (parts.length === 0) throw AppError.saying('session.not_found', say('chat.nothingToSend'))
    return { place: restingAt(sessionId, event.parentId), parts }
  }

  const askedAt = (sessionId: SessionId, id: EventId): EventId =>
    questionBefore(reader, inChat(sessionId, id).id).id

  return {
    /** Returns the forks of the conversation, the shown branch and the messages after it. */
    ways: (sessionId: SessionId): Ways => {
      const { activeContextId } = sessions.get(sessionId).meta
      const context = activeContextId === null ? undefined : log.folds(sessionId).contexts[activeContextId]
      const forks = reader.forks(sessionId, context?.leaf ?? null)
      if (context === undefined) return { forks, ahead: null }
      const line = context.mode === 'continue' ? (context.from ?? context.id) : context.id
      return { forks, ahead: reader.ahead(sessionId, context.leaf, line) }
    },
    /** Returns the position if a chat can resume there; otherwise throws an `AppError`. */
    restingAt,
    /**
     * Goes back to an event; null is the beginning. What came after it stays and can be visited. `also` is stored in
     * the same step.
     */
    rewind: (sessionId: SessionId, to: EventId | null, also: Also = []): void =>
      moveTo(sessionId, to, { cause: 'rewind', also }),
    /** Goes to the newest end of the way that leads over an event. */
    visit: (sessionId: SessionId, over: EventId, also: Also = []): void => {
      const event = inChat(sessionId, over)
      moveTo(sessionId, reader.newestLeaf(sessionId, event.id), { cause: 'branch', also })
    },
    rewording,
    /** Says a message of the person in other words. Its pictures go along. */
    resend: (sessionId: SessionId, id: EventId, text: string, also: Also = []): void => {
      const { place, parts } = rewording(sessionId, id, text)
      lane.sendFrom(sessionId, { to: place, parts, also })
    },
    /** The message of the person that led to this one; throws where there is none. */
    askedAt,
    /** Asks for another answer to the message that led to this one. `also` is stored in the same step. */
    answerAgain: (sessionId: SessionId, id: EventId, also: Also = []): void => {
      const back = leafMoved(contextOf(sessionId), askedAt(sessionId, id), 'rewind')
      lane.goOn(sessionId, [...also, back])
    },
    /** Takes up what stands without an answer: nothing is said twice, and what is done is not done again. */
    goOn: (sessionId: SessionId): void => {
      const { contexts, runs } = log.folds(sessionId)
      const open = unansweredAt(reader.path(contexts[contextOf(sessionId)]?.leaf ?? null, LOOK_BACK), runs)
      if (open === null) throw AppError.saying('session.not_found', say('chat.nothingOpen'))
      lane.goOn(sessionId, endsInWords(open.event) ? [RESUME_PROMPT] : [], takingUp(open.event, runs))
    },
  }
}

export type Branches = ReturnType<typeof createBranches>

/** Whether an event belongs to the context or one it continues. */
function reaches(log: RunLog, contextId: ContextId, event: DurableEvent): boolean {
  const { contexts } = log.folds(event.sessionId)
  let at = contexts[contextId]
  for (const seen = new Set<ContextId>(); at !== undefined && !seen.has(at.id); ) {
    if (at.id === event.contextId) return true
    seen.add(at.id)
    at = at.mode === 'continue' && at.from !== null ? contexts[at.from] : undefined
  }
  return false
}

function isFromPerson(event: DurableEvent): boolean {
  return event.kind === 'message' && event.payload.message.role === 'user'
}

function userMessageOf(event: DurableEvent): Message {
  if (event.kind === 'message' && event.payload.message.role === 'user') return event.payload.message
  throw AppError.saying('session.not_found', say('chat.notYours'))
}

/** The run that is taken up. A question that none has been at, as in a copy of a chat, is new to this one. */
function takingUp(event: DurableEvent, runs: SessionFolds['runs']): Parameters<Lane['goOn']>[2] {
  const before = event.runId === undefined ? undefined : runs[event.runId]
  if (before !== undefined) {
    const { instructions } = before.bounds ?? {}
    return { retryOf: before.runId, ...(instructions === undefined ? {} : { bounds: { instructions } }) }
  }
  return isFromPerson(event) ? { inputEventId: event.id } : {}
}

/** The words of the person that led to a message, however long the work on them was. */
function questionBefore(reader: Pick<Deps['reader'], 'path'>, id: EventId): DurableEvent {
  for (let limit = LOOK_BACK; ; limit *= 10) {
    const path = reader.path(id, limit)
    const asked = path.findLast(isFromPerson)
    if (asked !== undefined) return asked
    if (path.length < limit) throw AppError.saying('session.not_found', say('chat.noQuestion'))
  }
}
