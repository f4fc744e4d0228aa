import type { AgentRun } from '#shared/agent/agent-run.ts'
import { AppError } from '#shared/errors.ts'
import type { RunStatus } from '#shared/run/run.ts'
import { say } from '#shared/sentences.ts'
import type { RunHandle } from '../../runs/run/run-handle.ts'
import type { Work } from '../../runs/run/supervisor.ts'
import type { AgentPlaces } from './agent-places.ts'

/**
 * The time limits of one agent. They pause while it waits for the person, or for a subagent that is queued
 * for a slot.
 */
export type Patience = {
  readonly alive: () => void
  readonly standStill: (waits: boolean) => void
  readonly close: () => void
}

export type PlaceDeps = {
  /** The longest nothing may be heard of an agent, in milliseconds. */
  readonly idleMs: () => number
  readonly places: Pick<AgentPlaces, 'take' | 'hasRoom'>
  readonly patience: (
    limits: { readonly timeoutMs: number; readonly idleMs: number },
    told: {
      readonly expired: (why: 'timeout' | 'idle') => void
      /** Nothing was heard of it for long, or something is again. */
      readonly quiet: (quiet: AgentRun['quiet']) => void
    },
  ) => Patience
}

type Place = {
  readonly depth: number
  readonly hardMs: number
  /** Told when its time is over. */
  readonly expired: (why: 'timeout' | 'idle', reason: AppError) => void
  /** Told when it has its place, and what measures its time there. */
  readonly began: (patience: Patience) => void
  readonly quiet: (quiet: AgentRun['quiet']) => void
}

/** Waits for a place, then works inside its limits. */
export function inItsPlace(deps: PlaceDeps, work: Work, place: Place): Work {
  const { depth, hardMs, began, quiet } = place
  return async (run) => {
    const taking = deps.places.take(run, depth)
    if (taking instanceof Promise) becomes(run, 'running', 'pending')
    // Awaited also where there is one at once: who starts it knows of it only when this first part is over.
    const free = await taking
    const idleMs = deps.idleMs()
    const expired = (why: 'timeout' | 'idle') =>
      place.expired(why, outOfTime(why, why === 'idle' ? idleMs : hardMs))
    const patience = deps.patience({ timeoutMs: hardMs, idleMs }, { expired, quiet })
    try {
      becomes(run, 'pending', 'running')
      began(patience)
      await work(run)
    } finally {
      patience.close()
      free()
    }
  }
}

/** Waiting for a place is no time of work, so the log tells them apart. One that gets its place at once never waits. */
function becomes(run: RunHandle, from: RunStatus, to: RunStatus): void {
  if (run.record().status !== from) return
  run.publish([{ kind: 'run.status', payload: { runId: run.runId, from, to } }])
}

function outOfTime(why: 'timeout' | 'idle', ms: number): AppError {
  const time = ms < 120_000 ? `${Math.round(ms / 1_000)} seconds` : `${Math.round(ms / 60_000)} minutes`
  const sentence = say(why === 'idle' ? 'agent.silent' : 'agent.outOfTime', { time })
  return AppError.saying('limit.exceeded', sentence)
}
