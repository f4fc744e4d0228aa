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

/** How long progress may wait for company, in milliseconds. A result never waits longer than a turn of the loop. */
const FRAME_MS = 40

/**
 * Writes what happens in one attempt, in the order it happens. Results that come in together share a transaction, so
 * sixteen agents at once do not cost sixteen waits for the disk; each is on the disk before its script sees it.
 */
export function createRunJournal(deps: Deps): Journal & Progress & { readonly close: () => void } {
  let waiting: Entry[] = []
  let cancel: (() => void) | null = null
  let due: 'now' | 'soon' | null = null

  const flush = (): void => {
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
      for (const { done } of batch) done?.(null)
      deps.stored()
    } catch (error) {
      deps.report(error)
      for (const { done } of batch) done?.(error)
    }
  }

  const eventOf = ({ event }: Entry): NewDurableEvent => {
    const { runId, contextId } = deps
    return { ...event, runId, contextId }
  }

  const soon = (when: 'now' | 'soon'): void => {
    if (due === 'now' || due === when) return
    cancel?.()
    due = when
    cancel = deps.schedule(when === 'now' ? 0 : FRAME_MS, flush)
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
      if (event.kind === 'workflow.ended' || event.kind === 'workflow.started') flush()
      else soon('soon')
    },
    close: flush,
  }
}
