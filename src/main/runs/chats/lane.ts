import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ContextId, EventId, QueueItemId, RunId, SessionId } from '#shared/ids.ts'
import type { RunRecord, RunSpec } from '#shared/run/run.ts'
import type { RunBounds } from '#shared/run/run-bounds.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { say } from '#shared/sentences.ts'
import type { FilePart, Part } from '#shared/session/message.ts'
import { textOf } from '#shared/session/message-words.ts'
import type { QueueItem, QueueLane } from '#shared/session/queue/queue.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import { NO_PRIOR_ANSWERS, type PriorAnswers } from '../calls/tool-group.ts'
import { leafMoved } from '../run/leaf-moved.ts'
import { queueAfter } from '../run/queue-end.ts'
import type { RunLog } from '../run/run-log.ts'
import type { Supervisor, Work } from '../run/supervisor.ts'
import { chatSpec, limitsOf, messageOpening, type Opening, partsOf, withBounds } from '../turns/chat-start.ts'
import { createForeground } from './foreground.ts'
import type { Queue } from './queue.ts'
import { createQueuedCommands } from './queued-commands.ts'
import type { MadeSession, Sessions } from './sessions.ts'

type Deps = {
  readonly log: RunLog
  readonly newId: NewId
  readonly sessions: Sessions
  readonly queue: Queue
  readonly supervisor: Supervisor
  /** The inside of a chat run. */
  readonly work: (prior: PriorAnswers) => Work
  readonly logger: Logger
  /** True when something of its own follows a run that has completed, before anything that waits. */
  readonly follows: (run: RunRecord) => boolean
}

/**
 * The particulars of a run: the step of its plan, its goal, the run it takes up, and the rules and the model that a
 * command sets for its turn.
 */
type StepOf = Pick<RunSpec, 'planId' | 'stepIndex' | 'goal' | 'inputEventId' | 'retryOf' | 'bounds'> &
  Partial<Pick<RunSpec, 'model'>>

/** A reworded message, the event it follows, and the events that are stored with it. */
type Resent = {
  readonly to: EventId | null
  readonly parts: readonly Part[]
  readonly also: readonly NewDurableEvent[]
}

/**
 * The outer loop: one foreground run at a time in a context, and the messages that wait for the next. After a run
 * that completed the next follow-up starts; after a stop or a failure everything waits for the person.
 */
export function createLane(deps: Deps) {
  const { log, supervisor, queue } = deps
  const { contextOf, activeRun, chatOnly, idleOnly } = createForeground(deps)

  const opened = (parts: readonly Part[], item: QueueItem | null): Opening =>
    messageOpening(parts, item, deps.newId('event'))
  const startWith = (sessionId: SessionId, text: string, item: QueueItem | null): void =>
    start(sessionId, opened(partsOf(text, item?.files ?? []), item))

  const start = (
    sessionId: SessionId,
    { first, inputEventId, ...limits }: Opening,
    step: StepOf = {},
  ): void => {
    const spec = {
      ...specFor(deps, chatOnly(sessionId), contextOf(sessionId), inputEventId),
      ...limitsOf(limits),
      ...step,
    }
    begin({ sessionId, spec, first, work: deps.work(NO_PRIOR_ANSWERS) })
  }

  const begin: Begin = (wanted) => {
    const { runId, done } = supervisor.start({ ...wanted, parentSignal: null })
    follow(wanted.sessionId, done)
    return runId
  }

  const follow = (sessionId: SessionId, done: Promise<RunRecord>): void =>
    void done
      .then((run) => afterRun(sessionId, run))
      .catch((error) => deps.logger.error('What waits in a chat could not go on', error, { sessionId }))

  const afterRun = (sessionId: SessionId, run: RunRecord): void => {
    // It waits for the person over the end of the app, or its end could not be stored: nothing follows it yet.
    if (!isTerminal(run.status)) return
    const changes = queueAfter(run, log.folds(sessionId).queue)
    if (changes.length > 0) log.publish(sessionId, changes)
    if (run.status === 'completed' && !deps.follows(run)) startNext(sessionId)
  }

  const startNext = (sessionId: SessionId): void => {
    const next = log.folds(sessionId).queue.find((item) => !item.held)
    if (next === undefined || activeRun(sessionId) !== null) return
    if (next.command === true) commands.start(sessionId, next)
    else startWith(sessionId, next.text, next)
  }

  const commands = createQueuedCommands({
    log,
    queue,
    activeRun,
    logger: deps.logger,
    startNext: (id) => startNext(id),
  })

  return {
    activeRun,
    connectCommands: commands.connect,
    queueCommand: commands.add,
    /** Begins a chat with a message: both are stored, or neither is. */
    open: (made: MadeSession, parts: readonly Part[], bounds?: RunBounds): void =>
      open(deps, begin, made, withBounds(opened(parts, null), bounds)),
    /** Starts a run with a message, or queues it during a run. Throws during a run for a message with bounds. */
    send: (sessionId: SessionId, parts: readonly Part[], bounds?: RunBounds): void => {
      if (bounds !== undefined) idleOnly(sessionId)
      if (activeRun(sessionId) === null) start(sessionId, withBounds(opened(parts, null), bounds))
      else queue.add(sessionId, 'followup', textOf({ role: 'user', parts: [...parts] }), parts.filter(isFile))
    },
    /** Steers the active run, or queues for the next one. Without a run the message starts one at once. */
    enqueue: (sessionId: SessionId, lane: QueueLane, text: string, files: readonly FilePart[] = []): void => {
      if (activeRun(sessionId) === null) start(sessionId, opened(partsOf(text, files), null))
      else queue.add(sessionId, lane, text, files)
    },
    /** Sends a queued message now: it joins the active run, or starts one. */
    sendNow: (sessionId: SessionId, itemId: QueueItemId): void => {
      const item = queue.itemOf(sessionId, itemId)
      if (item.command === true) {
        idleOnly(sessionId)
        commands.start(sessionId, item)
      } else if (activeRun(sessionId) === null) startWith(sessionId, item.text, item)
      else queue.toSteer(sessionId, itemId)
    },
    /** Sends a reworded message: the conversation continues from `to`, and later events stay on their branch. */
    sendFrom: (sessionId: SessionId, { to, parts, also }: Resent): void => {
      idleOnly(sessionId)
      const { first, ...opening } = opened(parts, null)
      const moved = leafMoved(contextOf(sessionId), to, 'rewind')
      start(sessionId, { ...opening, first: [...also, moved, ...first] })
    },
    /** Starts a run without a new message, it may be for a step of a plan; `first` is stored with its first state. */
    goOn: (sessionId: SessionId, first: readonly NewDurableEvent[], step: StepOf = {}): void => {
      idleOnly(sessionId)
      start(sessionId, { first, inputEventId: null }, step)
    },
    /** Starts work of the app itself on the history of a chat. Messages wait until it has ended. */
    tend: (sessionId: SessionId, spec: RunSpec, work: Work): RunId => {
      idleOnly(sessionId)
      return begin({ sessionId, spec, first: [], work })
    },
    /** Throws while a run is going on in the chat: only that run may write to its history. */
    idleOnly,
    /** Releases held messages: the first starts now when nothing runs. */
    release: (sessionId: SessionId): void => {
      queue.release(chatOnly(sessionId))
      startNext(sessionId)
    },
    /** Stops a run. What waits behind it is held, also when the run only waited for the person. */
    stop: async (sessionId: SessionId, runId: RunId, reason: string): Promise<void> => {
      const isFollowed = supervisor.isLive(runId)
      await supervisor.cancel(sessionId, runId, reason)
      const run = log.folds(sessionId).runs[runId]
      if (!isFollowed && run !== undefined) afterRun(sessionId, run)
    },
    /** Takes up a run that waited for the person while the app was closed. */
    resumeAnswered: (record: RunRecord, prior: PriorAnswers): void =>
      follow(record.sessionId, supervisor.adopt(record, deps.work(prior), null)),
  }
}

export type Lane = ReturnType<typeof createLane>

/** Starts a run of a chat. Queued messages follow it. */
type Begin = (wanted: Omit<Parameters<Supervisor['start']>[0], 'parentSignal'>) => RunId

function open(
  { work }: Pick<Deps, 'work'>,
  begin: Begin,
  { sessionId, context, model, events: made }: MadeSession,
  { first, inputEventId, ...limits }: Opening,
): void {
  const spec = { ...chatSpec(context, model, inputEventId), ...limitsOf(limits) }
  begin({ sessionId, spec, first, made, work: work(NO_PRIOR_ANSWERS) })
}

function specFor(
  { log, sessions }: Deps,
  id: SessionId,
  contextId: ContextId,
  input: EventId | null,
): RunSpec {
  const context = log.folds(id).contexts[contextId]
  if (context === undefined) throw AppError.saying('session.not_found', say('chat.noHistory'))
  return chatSpec(context, sessions.get(id).meta.model, input)
}

const isFile = (part: Part): part is FilePart => part.t === 'file'
