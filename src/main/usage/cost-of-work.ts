import type { RunId, SessionId } from '#shared/ids.ts'
import { costOfRun } from '#shared/model/cost.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { parentOf } from '../agents/records/parent.ts'
import type { RunLog } from '../runs/run/run-log.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  /** The logs of the agents that runs of a session have started. */
  readonly childrenOf: (sessionId: SessionId) => readonly SessionId[]
  readonly pricesOf: Parameters<typeof costOfRun>[1]
}

type Place = Pick<RunRecord, 'sessionId' | 'runId'>

/**
 * Creates the cost lookup, in US dollars, of the work a run belongs to: the chat run with all its subagents.
 * An agent that outlives its chat's run counts on its own. Null when a price is unknown.
 */
export function createCostOfWork(deps: Deps): (run: Place) => number | null {
  return (run) => {
    const top = topOf(deps, run)
    const record = deps.log.folds(top.sessionId).runs[top.runId]
    return record === undefined ? null : costBelow(deps, record)
  }
}

/** The run at whose order, over however many agents, this one works. */
function topOf({ log }: Deps, run: Place): Place {
  let at = run
  for (;;) {
    const { session, runs } = log.folds(at.sessionId)
    const parent = session === null ? null : parentOf(log, session)
    const runId: RunId | undefined = runs[at.runId]?.parentRunId
    if (parent === null || runId === undefined) return at
    const above = log.folds(parent.session.id).runs[runId]
    if (above === undefined || isTerminal(above.status)) return at
    at = { sessionId: parent.session.id, runId }
  }
}

function costBelow(deps: Deps, run: RunRecord): number | null {
  let sum = costOfRun(run, deps.pricesOf)
  for (const child of deps.childrenOf(run.sessionId)) {
    const runs = Object.values<RunRecord>(deps.log.folds(child).runs)
    for (const theirs of runs.filter(({ parentRunId }) => parentRunId === run.runId)) {
      const cost = costBelow(deps, theirs)
      sum = sum === null || cost === null ? null : sum + cost
    }
  }
  return sum
}
