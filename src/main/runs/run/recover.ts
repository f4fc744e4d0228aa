import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { say } from '#shared/sentences.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import type { NewId } from '../../lib/ids.ts'
import { type AnswerFor, type Closing, closingEvents, type PathOf } from './closing.ts'
import { holdAll, leftoverSteers } from './queue-end.ts'
import type { RunLog } from './run-log.ts'
import { waitsOver } from './supervisor.ts'

type Deps = {
  readonly log: RunLog
  readonly newId: NewId
  /** Sessions with a run that has no end, or with messages that wait. */
  readonly unsettled: () => readonly SessionId[]
  readonly pathOf: PathOf
  readonly answerFor?: AnswerFor
  /** One session that cannot be put in order must not keep the others, or the app, from starting. */
  readonly report: (sessionId: SessionId, error: unknown) => void
}

type Recovered = { readonly interrupted: RunRecord[]; readonly waiting: RunRecord[] }

/**
 * Repairs the log after a crash or exit. Running runs become interrupted, their open calls are answered and
 * their queues are held. A run that waits for the person keeps waiting, because its request is in the log.
 */
export function recoverRuns(deps: Deps): Recovered {
  const recovered: Recovered = { interrupted: [], waiting: [] }
  for (const sessionId of deps.unsettled()) {
    try {
      recoverSession(deps, sessionId, recovered)
    } catch (error) {
      deps.report(sessionId, error)
    }
  }
  return recovered
}

function recoverSession(deps: Deps, sessionId: SessionId, { interrupted, waiting }: Recovered): void {
  const { runs, queue, session } = deps.log.folds(sessionId)
  const unfinished = Object.values<RunRecord>(runs).filter((run) => !isTerminal(run.status))
  const [kept, lost] = [unfinished.filter(isKept(deps)), unfinished.filter((run) => !isKept(deps)(run))]
  // A waiting run takes its steering messages when it resumes, and so does the next run of an agent.
  const keepsSteers = kept.length > 0 || session?.kind === 'child'
  const held = keepsSteers
    ? holdAll(queue.filter((item) => item.lane === 'followup'))
    : [...leftoverSteers(queue), ...holdAll(queue)]
  const events = [...lost.flatMap((run) => closingEvents(deps, run, INTERRUPTED)), ...held]
  if (events.length > 0) deps.log.publish(sessionId, events)
  interrupted.push(...lost)
  waiting.push(...kept)
}

/** Returns the check whether a run waits for the person and can keep waiting. */
const isKept =
  ({ log }: Deps) =>
  (run: RunRecord): boolean =>
    waitsOver(log, run) &&
    Object.values<Interaction>(log.folds(run.sessionId).interactions).some((ask) => ask.runId === run.runId)

const INTERRUPTED: Closing = {
  to: 'failed',
  reason: 'interrupted',
  error: AppError.saying('run.abandoned', say('run.closedMeanwhile')),
  calls: {
    synthetic: 'interrupted',
    text: 'The app was closed while this call ran. It may have taken effect in part or not at all; check before you repeat it.',
  },
}
