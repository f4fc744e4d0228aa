import { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { ContextId, SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { NewId } from '../lib/ids.ts'
import { openCallsOf } from './open-calls.ts'
import { holdAll } from './queue-end.ts'
import type { RunLog } from './supervisor.ts'
import { syntheticAnswer } from './tool-call.ts'

type Deps = {
  readonly log: RunLog
  readonly newId: NewId
  readonly unfinishedRuns: () => readonly RunRecord[]
  readonly pathOf: (sessionId: SessionId, contextId: ContextId) => readonly DurableEvent[]
}

/**
 * Puts the log in order after a crash or a quit: runs that were going on are marked interrupted, every call they
 * left open is answered, and what waited in their queues is held. A run that waits for the person goes on waiting:
 * its request is in the log, and the log is all it needs.
 */
export function recoverRuns(deps: Deps): { interrupted: RunRecord[]; waiting: RunRecord[] } {
  const interrupted: RunRecord[] = []
  const waiting: RunRecord[] = []
  for (const run of deps.unfinishedRuns()) {
    if (run.status === 'awaiting_user' && asksStill(deps, run)) waiting.push(run)
    else {
      deps.log.publish(run.sessionId, endingEvents(deps, run))
      interrupted.push(run)
    }
  }
  return { interrupted, waiting }
}

function asksStill({ log }: Deps, run: RunRecord): boolean {
  return Object.values(log.folds(run.sessionId).interactions).some((ask) => ask.runId === run.runId)
}

function endingEvents(deps: Deps, run: RunRecord): NewDurableEvent[] {
  const { runId, contextId, sessionId, status } = run
  const common = { runId, contextId }
  const error = new AppError(
    'run.abandoned',
    'Orrery was closed while this was running. Everything up to that moment is kept; send a message to go on.',
  )
  const answers = openCallsOf(deps.pathOf(sessionId, contextId)).map((call) =>
    syntheticAnswer(
      call,
      deps.newId('event'),
      'interrupted',
      'The app was closed while this call ran. It may have taken effect in part or not at all; check before you repeat it.',
    ),
  )
  const { queue, interactions } = deps.log.folds(sessionId)
  const held = holdAll(queue)
  const expired = Object.values(interactions)
    .filter((ask) => ask.runId === runId)
    .map(
      ({ requestId }): NewDurableEvent => ({
        kind: 'interaction.resolved',
        payload: { requestId, outcome: 'expired' },
      }),
    )
  return [...answers, ...expired, ...held]
    .map((event) => ({ ...common, ...event }))
    .concat({
      kind: 'run.status',
      ...common,
      payload: { runId, from: status, to: 'failed', reason: 'interrupted', error: error.toData() },
    })
}
