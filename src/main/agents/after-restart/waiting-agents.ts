import type { SessionEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import { CLOSED } from '../../runs/run/closing.ts'
import type { RunHandle } from '../../runs/run/run-handle.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import { awaitWithAbort } from '../children/await-with-abort.ts'
import type { Children } from '../children/children.ts'
import type { AgentPlaces } from '../records/agent-places.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly stop: Children['stopAlone']
  /** Says whether one waits for an agent that asks. */
  readonly waitsFor: AgentPlaces['waitsFor']
  readonly subscribe: (
    listener: (sessionId: SessionId, events: readonly SessionEvent[]) => void,
  ) => () => void
  readonly report: (error: unknown) => void
}

/** Agents that have asked the person before the app was closed, and whose parent waits for the answer. */
export function createWaitingAgents(deps: Deps) {
  const expected = new Set<SessionId>()

  const heard = async (parent: SessionId, asking: RunRecord, signal: AbortSignal): Promise<void> => {
    const { sessionId, runId } = asking
    const asks = () =>
      Object.values<Interaction>(deps.log.folds(sessionId).interactions).some((ask) => ask.runId === runId)
    expected.add(sessionId)
    try {
      if (!asks()) return
      deps.waitsFor(parent, sessionId, true)
      await heardUntil(deps.subscribe, sessionId, () => !asks(), signal)
    } finally {
      expected.delete(sessionId)
      deps.waitsFor(parent, sessionId, false)
    }
  }

  return {
    /** Waits until the person has answered all that an agent asks, or it was stopped. */
    answered: (run: Pick<RunHandle, 'sessionId' | 'signal'>, asking: RunRecord): Promise<void> =>
      awaitWithAbort(
        run,
        (reason) => leaveOrStop(deps, asking.sessionId, reason),
        heard(run.sessionId, asking, run.signal),
      ),
    /** Whether a parent waits for this agent and resumes it after the person's answer. */
    isExpected: (sessionId: SessionId): boolean => expected.has(sessionId),
  }
}

export type WaitingAgents = ReturnType<typeof createWaitingAgents>

/** Keeps an open question across the exit of the app, or stops the agent together with its waiting parent. */
function leaveOrStop(
  { stop, report }: Pick<Deps, 'stop' | 'report'>,
  sessionId: SessionId,
  reason: unknown,
): void {
  const why = reason instanceof Error ? reason.message : CLOSED
  if (why !== CLOSED) stop(sessionId, why).catch(report)
}

/** Resolves when an event of the session makes the condition true. */
function heardUntil(
  subscribe: Deps['subscribe'],
  sessionId: SessionId,
  isSo: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      unsubscribe()
      signal.removeEventListener('abort', stop)
    }
    const stop = () => {
      leave()
      reject(signal.reason)
    }
    const unsubscribe = subscribe((heard) => {
      if (heard !== sessionId || !isSo()) return
      leave()
      resolve()
    })
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })
}
