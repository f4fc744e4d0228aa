import type { TeamId } from '#shared/ids.ts'
import type { Clock } from '../lib/clock.ts'

/** Creates the change signal of teams for waiting parts. */
export function createChangeSignal(clock: Pick<Clock, 'schedule'>) {
  const waiting = new Map<TeamId, Set<() => void>>()
  return {
    /** Something in this team is different. */
    emit: (teamId: TeamId): void => {
      for (const wake of [...(waiting.get(teamId) ?? [])]) wake()
    },
    /** Resolves when something has changed, at the latest after `ms`. Rejects when the signal aborts first. */
    next: (teamId: TeamId, ms: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const all = waiting.get(teamId) ?? new Set()
        waiting.set(teamId, all)
        const leave = () => {
          all.delete(wake)
          if (all.size === 0) waiting.delete(teamId)
          cancel()
          signal.removeEventListener('abort', stop)
        }
        const wake = () => {
          leave()
          resolve()
        }
        const stop = () => {
          leave()
          reject(signal.reason)
        }
        const cancel = clock.schedule(ms, wake)
        all.add(wake)
        signal.addEventListener('abort', stop, { once: true })
      }),
  }
}

export type ChangeSignal = ReturnType<typeof createChangeSignal>
