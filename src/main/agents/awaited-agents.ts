import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import { isTerminal, type RunRecord } from '#shared/run/run.ts'
import { CLOSED } from '../runs/closing.ts'
import type { RunHandle } from '../runs/run-handle.ts'
import type { Child } from './child-task.ts'
import { noteOf } from './end-notes.ts'

type Deps = {
  readonly lastWords: (run: RunRecord) => string
  readonly titleOf: (sessionId: SessionId) => string
}

/**
 * Agents whose end is waited for by somebody who was paused together with them: their calls were answered with the pause,
 * so that what they find comes as an item, before the model is asked again.
 */
export function createAwaitedAgents({ lastWords, titleOf }: Deps) {
  const awaited = new Map<SessionId, readonly Child[]>()

  /** What came of one stands in the log as soon as it has ended, whatever the others do. */
  const joined = async (run: RunHandle, child: Child): Promise<void> => {
    const stop = () => child.stop(run.signal.reason)
    run.signal.addEventListener('abort', stop, { once: true })
    if (run.signal.aborted) stop()
    try {
      const record = await Promise.race([child.done, child.moved])
      run.signal.throwIfAborted()
      // In the background nobody waits for it: its end is told.
      if (record === undefined) return
      if (!isTerminal(record.status)) throw AppError.cancelled(CLOSED)
      const payload = noteOf(record, titleOf(child.sessionId), lastWords(record))
      run.publish([{ kind: 'harness.item', payload }])
    } finally {
      run.signal.removeEventListener('abort', stop)
    }
  }

  return {
    /** The next run of the employer waits for this one. */
    expect: (employer: SessionId, child: Child): void => {
      awaited.set(employer, [...(awaited.get(employer) ?? []), child])
    },
    /** Waits for all that work for the session of this run and went on with it. */
    join: async (run: RunHandle): Promise<void> => {
      const all = awaited.get(run.sessionId)
      if (all === undefined) return
      awaited.delete(run.sessionId)
      const ends = await Promise.allSettled(all.map((child) => joined(run, child)))
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    },
  }
}

export type AwaitedAgents = ReturnType<typeof createAwaitedAgents>
