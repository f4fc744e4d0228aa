import type { RunRecord } from '#shared/run/run.ts'

/**
 * Whether a run may end with partial results. A chat run may, because it gets the rest later. The end of a
 * plan step, of work for a goal or of a subagent means that all is done.
 */
export function isOfOpenEnd({ kind, planId, goal }: Pick<RunRecord, 'kind' | 'planId' | 'goal'>): boolean {
  return kind === 'chat' && planId === undefined && goal !== true
}
