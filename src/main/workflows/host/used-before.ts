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

/** Returns the total usage of a workflow run. */
export type UsedBefore = (run: Pick<WorkflowRunDetail, 'sessionId' | 'elsewhere'>) => RunCost

/**
 * Creates the usage count from agent runs instead of events, because logs also contain the usage of failed
 * tries, stopped agents and the time before a crash.
 */
export function createUsedBefore({ runsBelow, modelOf }: Deps): UsedBefore {
  return ({ sessionId, elsewhere }) =>
    runsBelow(sessionId).reduce(
      (sum, run) =>
        addToRun(sum, { usage: addUsage(run.usage, run.childrenUsage), usd: costOfRun(run, modelOf) }),
      elsewhere ?? NO_COST,
    )
}
