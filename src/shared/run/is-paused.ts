import type { AppErrorData } from '../errors.ts'
import type { RunRecord } from './run.ts'

/** Ends that are a pause: nothing under way was cut off, and the person decides. */
const PAUSES: ReadonlySet<string> = new Set([
  ...['run.costReached', 'run.timeReached', 'chat.costReached', 'chat.tokensReached'],
  ...['agent.costReached', 'agent.tokensReached', 'agent.timeReached', 'chat.timeReached'],
  ...['team.costReached', 'team.tokensReached', 'team.timeReached', 'run.repeats'],
  ...['day.costReached', 'month.costReached', 'pool.costReached', 'pool.tokensReached'],
  ...['projectDay.costReached', 'projectMonth.costReached'],
])

/** True where one of these, by the names of what is said, is the end of a run that came to a limit between two turns. */
export const isPause = (names: readonly string[]): boolean => names.some((name) => PAUSES.has(name))

/** Returns the scope of a limit per day or per month by the name of its sentence; null for another limit. */
export function spendScopeOf(name: string): 'all' | 'project' | null {
  const owner = name.split('.')[0]
  if (owner === 'day' || owner === 'month') return 'all'
  return owner === 'projectDay' || owner === 'projectMonth' ? 'project' : null
}

/** True for a run that came to a limit between two turns. */
export const isPaused = ({ status, error }: Pick<RunRecord, 'status' | 'error'>): boolean =>
  status === 'failed' && isPause(error?.said?.map(({ name }) => name) ?? [])

/** Whether an error says that a limit still blocks resuming. Nothing has failed then. */
export const isStillPaused = ({ said }: Pick<AppErrorData, 'said'>): boolean =>
  said?.some(({ name }) => name.startsWith('still.')) ?? false
