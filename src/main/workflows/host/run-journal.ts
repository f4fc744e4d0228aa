import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ContextId, RunId, SessionId, WorkflowRunId } from '#shared/ids.ts'
import type { MemoEntry } from '#shared/workflow/memo.ts'
import type { WorkflowEvent } from '#shared/workflow/workflow-events.ts'
import type { Journal, Progress } from '../engine/ports.ts'
import type { WorkflowRows } from './rows.ts'

type Deps = {
  readonly workflowRunId: WorkflowRunId
  readonly sessionId: SessionId
  readonly contextId: ContextId
  readonly runId: RunId
  readonly rows: Pick<WorkflowRows, 'putMemo'>
  readonly publish: (sessionId: SessionId, events: readonly NewDurableEvent[], also: () => void) => unknown
  /** Commits what was published. Throws when the disk takes nothing; all of it is kept then, and stored later. */
  readonly commit: () => void
  /** Calls `act` once after `ms` unless the returned function is called first. */
  readonly schedule: (ms: number, act: () => void) => () => void
  /** Called after events were stored. */
  readonly stored: () => void
  readonly report: (error: unknown) => void
}

type Entry = {
  readonly event: WorkflowEvent
  /** The result that the event announces, until it is stored. */
  memo: MemoEntry | null
  done: ((error: unknown) => void) | null
}

type Due = 'soon' | 'later'

/** In milliseconds. Events wait a frame for company, and a while for a disk that takes nothing. */
const WAIT_MS: Readonly<Record<Due, number>> = { soon: 40, later: 2_000 }

/** A script that logs without pause is written in parts of this size, so that no write keeps others waiting for long. */
const MOST_WAITING = 200

/** The journal of one attempt. `close` writes what waits, or throws: call it again until it does not. */
export type RunJournal = Journal & Progress & { readonly close: () => void }

/**
 * Writes what happens in one attempt, in the order it happens. A result is one row, on the disk before its script sees
 * it; those that come in together share a transaction, so that sixteen agents at once do not cost sixteen waits for the
 * disk. Its event follows at the pace of the screen; after a kill in between, `announcements` has it.
 */
export function createRunJournal(deps: Deps): RunJournal {
  let waiting: Entry[] = []
  let cancel: (() => void) | null = null
  let due: Due | null = null
  let cancelKeep: (() => void) | null = null
  let hasFailed = false

  const unstored = () => waiting.filter(({ memo }) => memo !== null)

  /** Writes results, and `events` with them. A result that cannot be stored fails its waiter. */
  const put = (results: readonly Entry[], events: readonly Entry[]): void => {
    try {
      deps.publish(deps.sessionId, events.map(eventOf), () => {
        for (const { memo, event } of results) {
          if (memo === null || event.kind !== 'workflow.agent') continue
          deps.rows.putMemo(deps.workflowRunId, memo, event.payload)
        }
      })
    } catch (error) {
      waiting = waiting.filter((entry) => !results.includes(entry))
      for (const { done } of results) done?.(error)
      throw error
    }
  }

  /** Releases waiting calls. A script continues only with results that survive a crash of the process. */
  const told = (results: readonly Entry[]): void => {
    const waiters = results.flatMap(({ done }) => done ?? [])
    for (const entry of results) {
      entry.memo = null
      entry.done = null
    }
    if (waiters.length === 0) return
    try {
      deps.commit()
      for (const done of waiters) done(null)
    } catch (error) {
      for (const done of waiters) done(error)
      throw error
    }
  }

  /** Writes the queue, or throws. What is no result keeps its order then. */
  const write = (): void => {
    cancel?.()
    cancel = null
    cancelKeep?.()
    cancelKeep = null
    due = null
    const batch = waiting
    if (batch.length === 0) return
    const results = unstored()
    waiting = []
    try {
      put(results, batch)
    } catch (error) {
      if (error instanceof AppError) waiting = [...batch.filter(({ memo }) => memo === null), ...waiting]
      throw error
    }
    deps.stored()
    told(results)
  }

  /** Writes the results alone. Their events stay in the queue. */
  const keep = (): void => {
    cancelKeep = null
    const results = unstored()
    if (results.length === 0) return
    put(results, [])
    told(results)
  }

  const attempt = (act: () => void): void => {
    try {
      act()
      hasFailed = false
    } catch (error) {
      hasFailed = true
      deps.report(error)
      if (waiting.length > 0) soon('later')
    }
  }
  const flush = () => attempt(write)

  const eventOf = ({ event }: Entry): NewDurableEvent => {
    const { runId, contextId } = deps
    return { ...event, runId, contextId }
  }

  const soon = (when: Due): void => {
    if (due !== null && WAIT_MS[due] <= WAIT_MS[when]) return
    cancel?.()
    due = when
    cancel = deps.schedule(WAIT_MS[when], flush)
  }

  /** Writes the results at the end of this turn of the loop. */
  const keepNow = (): void => {
    cancelKeep ??= deps.schedule(0, () => attempt(keep))
  }

  /** A disk that takes nothing is not asked again for each line. */
  const isFull = () => waiting.length >= MOST_WAITING && !hasFailed

  return {
    commit: (memo, event) =>
      new Promise((resolve, reject) => {
        const done = (error: unknown) => (error === null ? resolve() : reject(error))
        waiting.push({ event, memo, done })
        keepNow()
        soon('soon')
      }),
    report: (event) => {
      waiting.push({ event, memo: null, done: null })
      // The end is written at once: what follows it must find it.
      const isEdge = event.kind === 'workflow.ended' || event.kind === 'workflow.started'
      if (isEdge || isFull()) flush()
      else soon('soon')
    },
    close: write,
  }
}
