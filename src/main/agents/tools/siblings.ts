import type { SessionEvent } from '#shared/events/event.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { Clock } from '../../lib/clock.ts'

type Deps = {
  readonly clock: Pick<Clock, 'schedule'>
  /** Time that results wait for siblings, in milliseconds; null for no limit. */
  readonly patienceMs: () => number | null
  /** Hears the events of every session. */
  readonly subscribe: (
    listener: (sessionId: SessionId, events: readonly SessionEvent[]) => void,
  ) => () => void
}

/** `hasNews` is true once one of the same answer has ended: what it found waits with the others for the last call. */
type Waiting = { readonly late: Set<() => void>; hasNews: boolean; forget: () => void }

/** Agents that one answer has called, and for which its run waits. */
export type Siblings = {
  /**
   * One more of them. `late` is called when another has ended, be it before this one began, and after that nothing came
   * from any for as long as patience lasts. The returned function is called when this one is not waited for any more: it
   * has ended, or it was left to the background, or could not begin, and has brought nothing.
   */
  readonly wait: (runId: RunId, late: () => void) => (how: 'ended' | 'left') => void
  /** One of them had ended before the app was started: what it found waits for the others that are called now. */
  readonly endedBefore: (runId: RunId) => void
  /** Hears of no answers any more. */
  readonly close: () => void
}

/**
 * Creates the timeout for slow siblings. A model is only asked again when all its calls are answered, so one
 * hung agent would block the results of the others. Agents that end in quick succession stay together.
 * Decision 0056.
 */
export function createSiblings({ clock, patienceMs, subscribe }: Deps): Siblings {
  const runs = new Map<RunId, Waiting>()

  const begin = (waiting: Waiting): void => {
    waiting.forget()
    const ms = patienceMs()
    if (ms === null) return
    waiting.forget = clock.schedule(ms, () => {
      // The person may have switched it off meanwhile.
      if (patienceMs() !== null) for (const late of [...waiting.late]) late()
    })
  }

  /** Forgets a run once all calls of its answer are answered. Later calls are not siblings of these. */
  const over = (runId: RunId): void => {
    runs.get(runId)?.forget()
    runs.delete(runId)
  }

  const unsubscribe = subscribe((_sessionId, events) => {
    if (runs.size === 0) return
    for (const event of events) {
      if (event.kind === 'turn.ended') over(event.payload.runId)
      else if (event.kind === 'run.status' && isTerminal(event.payload.to)) over(event.payload.runId)
    }
  })

  const of = (runId: RunId): Waiting => {
    const waiting = runs.get(runId) ?? { late: new Set(), hasNews: false, forget: () => {} }
    runs.set(runId, waiting)
    return waiting
  }

  return {
    endedBefore: (runId) => {
      of(runId).hasNews = true
    },
    wait: (runId, late) => {
      const waiting = of(runId)
      waiting.late.add(late)
      // One whose call the person had to allow may begin after others have ended, and gets the same time.
      if (waiting.hasNews) begin(waiting)
      return (how) => {
        waiting.late.delete(late)
        if (how === 'ended') waiting.hasNews = true
        if (waiting.late.size === 0) waiting.forget()
        else if (how === 'ended') begin(waiting)
      }
    },
    close: unsubscribe,
  }
}
