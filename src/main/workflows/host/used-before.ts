import type { ModelRef, SessionId } from '#shared/ids.ts'
import { costOfRun } from '#shared/model/cost.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { addUsage } from '#shared/session/usage.ts'
import { NO_COST } from '#shared/workflow/add-cost.ts'
import type { RunCost } from '#shared/workflow/memo.ts'
import { addToRun } from '#shared/workflow/run-cost.ts'
import type { WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'

type Deps = {
  /** The runs that runs of a session have started, as they are stored. */
  readonly runsBelow: (sessionId: SessionId) => readonly RunRecord[]
  readonly modelOf: (ref: ModelRef) => ModelInfo | null
}

/** Says what a workflow run has used so far. */
export type UsedBefore = (run: Pick<WorkflowRunDetail, 'sessionId' | 'elsewhere'>) => RunCost

/**
 * Counts by the runs of its agents rather than by what was told of them: their logs also hold what was used by tries that
 * failed, by agents that were stopped, and up to a crash.
 */
export function createUsedBefore({ runsBelow, modelOf }: Deps): UsedBefore {
  return ({ sessionId, elsewhere }) =>
    runsBelow(sessionId).reduce(
      (sum, run) =>
        addToRun(sum, { usage: addUsage(run.usage, run.childrenUsage), usd: costOfRun(run, modelOf) }),
      elsewhere ?? NO_COST,
    )
}
