import type { RunRecord } from '#shared/run/run.ts'
import type { PriorAnswers } from '../../runs/calls/tool-group.ts'
import type { Lane } from '../../runs/chats/lane.ts'
import type { Sessions } from '../../runs/chats/sessions.ts'
import type { PlanRuns } from '../../runs/plans/plan-runs.ts'
import type { Children } from '../children/children.ts'
import type { AwaitedAgents } from './awaited-agents.ts'
import type { WaitingAgents } from './waiting-agents.ts'

type Deps = {
  readonly runtime: {
    readonly sessions: Pick<Sessions, 'get'>
    readonly lane: Pick<Lane, 'activeRun'>
    readonly planRuns: Pick<PlanRuns, 'goOnFor'>
  }
  readonly children: Pick<Children, 'resumeAnswered'>
  readonly asking: Pick<WaitingAgents, 'isExpected'>
  readonly awaited: Pick<AwaitedAgents, 'isLeft'>
}

/** Resumes a subagent that the person answered after a restart, unless its parent or its plan resumes it. */
export function createResumeAnswered({ runtime, children, asking, awaited }: Deps) {
  return async (record: RunRecord, prior: PriorAnswers): Promise<void> => {
    if (asking.isExpected(record.sessionId)) return
    const parent = runtime.sessions.get(record.sessionId).parentSessionId
    if (parent !== null && (await runtime.planRuns.goOnFor(parent, record))) return
    // The parent has just resumed, and is about to wait for this agent.
    const isAwaited =
      parent !== null && awaited.isLeft(parent, record.sessionId) && runtime.lane.activeRun(parent) !== null
    await children.resumeAnswered(record, prior, !isAwaited)
  }
}
