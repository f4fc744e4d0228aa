import type { RunRecord } from '#shared/run/run.ts'

/**
 * What goes on with a part of what it asked for: the run of a chat, which is told of the rest when that comes. The end of
 * a step of a plan, of work for a goal, or of an agent says that all is done.
 */
export function isOfOpenEnd({ kind, planId, goal }: Pick<RunRecord, 'kind' | 'planId' | 'goal'>): boolean {
  return kind === 'chat' && planId === undefined && goal !== true
}
