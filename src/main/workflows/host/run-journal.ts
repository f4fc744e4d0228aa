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
  readonly memo: MemoEntry | null
  readonly done: ((error: unknown) => void) | null
}

type Due = 'now' | 'soon' | 'later'

/**
 * In milliseconds. A result never waits longer than a turn of the loop; progress waits a frame for company, and a while
 * for a disk that takes nothing.
 */
const WAIT_MS: Readonly<Record<Due, number>> = { now: 0, soon: 40, later: 2_000 }

/** A script that logs without pause is written in parts of this size, so that no write keeps others waiting for long. */
const MOST_WAITING = 200

/** The journal of one attempt. `close` writes what waits, or throws: call it again until it does not. */
export type RunJournal = Journal & Progress & { readonly close: () => void }

/**
 * Writes what happens in one attempt, in the order it happens. Results that come in together share a transaction, so
 * sixteen agents at once do not cost sixteen waits for the disk; each is on the disk before its script sees it.
 */
export function createRunJournal(deps: Deps): RunJournal {
  let waiting: Entry[] = []
  let cancel: (() => void) | null = null
  let due: Due | null = null
  let hasFailed = false

  /**
   * Writes the queue, or throws. A result that cannot be stored fails its waiter; the rest keeps its order.
   */
  const write = (): void => {
    cancel?.()
    cancel = null
    due = null
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      deps.publish(deps.sessionId, batch.map(eventOf), () => {
        for (const { memo } of batch) if (memo !== null) deps.rows.putMemo(deps.workflowRunId, memo)
      })
    } catch (error) {
      if (error instanceof AppError) waiting = [...batch.filter(({ done }) => done === null), ...waiting]
      for (const { done } of batch) done?.(error)
      throw error
    }
    deps.stored()
    told(batch)
  }

  /** Releases waiting calls. A script continues only with results that survive a crash of the process. */
  const told = (batch: readonly Entry[]): void => {
    const waiters = batch.flatMap(({ done }) => done ?? [])
    if (waiters.length === 0) return
    try {
      deps.commit()
      for (const done of waiters) done(null)
    } catch (error) {
      for (const done of waiters) done(error)
      throw error
    }
  }

  const flush = (): void => {
    try {
      write()
      hasFailed = false
    } catch (error) {
      hasFailed = true
      deps.report(error)
      if (waiting.length > 0) soon('later')
    }
  }

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

  return {
    commit: (memo, event) =>
      new Promise((resolve, reject) => {
        const done = (error: unknown) => (error === null ? resolve() : reject(error))
        waiting.push({ event, memo, done })
        soon('now')
      }),
    report: (event) => {
      waiting.push({ event, memo: null, done: null })
      // The end is written at once: what follows it must find it.
      const isEdge = event.kind === 'workflow.ended' || event.kind === 'workflow.started'
      // A disk that takes nothing is not asked again for each line.
      const isFull = waiting.length >= MOST_WAITING && !hasFailed
      if (isEdge || isFull) flush()
      else soon('soon')
    },
    close: write,
  }
}
