import type { AgentRun } from '#shared/agent/agent-run.ts'
import { isAtWork } from '../../../store/chat-agents-store.ts'

/** How long these agents have worked together, over all their runs. */
export function workedMs(runs: readonly AgentRun[], now: number): number {
  return runs.reduce((sum, run) => {
    const until = isAtWork(run) ? now : (run.endedAt ?? run.startedAt)
    return sum + run.earlierMs + Math.max(0, until - run.startedAt)
  }, 0)
}
