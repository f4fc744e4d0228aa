import type { RunId } from '../ids.ts'
import type { RunRecord } from '../run/run.ts'
import { isTerminal, RUN_NEXT } from '../run/run-status.ts'
import { addUsage, NO_USAGE } from '../session/usage.ts'
import { withEntry } from '../with-entry.ts'
import type { DurableEventOf } from './event.ts'

type Runs = Readonly<Record<RunId, RunRecord>>

/** Follows the states and costs of runs. A step that `RUN_NEXT` does not allow is ignored. */
export function foldRuns(
  runs: Runs,
  event: DurableEventOf<'run.status'> | DurableEventOf<'turn.ended'>,
): Runs {
  if (event.kind === 'turn.ended') return turnEnded(runs, event)
  const { runId, to, spec, reason, error } = event.payload
  const known = runs[runId]
  if (known === undefined) {
    if (spec === undefined) return runs
    const created: RunRecord = {
      ...spec,
      runId,
      sessionId: event.sessionId,
      status: to,
      createdAt: event.ts,
      usage: NO_USAGE,
      childrenUsage: NO_USAGE,
      llmMs: 0,
      toolMs: 0,
      turns: 0,
    }
    return withoutOldest(withEntry(runs, runId, created))
  }
  if (!RUN_NEXT[known.status].includes(to)) return runs
  const changed: Changing<RunRecord> = { ...known, status: to }
  if (known.waitsSince !== undefined) {
    const waited = event.ts - known.waitsSince
    if (waited > 0) changed.waitedMs = (known.waitedMs ?? 0) + waited
    delete changed.waitsSince
  }
  if (to === 'awaiting_user' || to === 'pending') changed.waitsSince = event.ts
  if (reason !== undefined) changed.reason = reason
  if (error !== undefined) changed.error = error
  if (to === 'running' && known.startedAt === undefined) changed.startedAt = event.ts
  if (isTerminal(to)) changed.endedAt = event.ts
  return withEntry(runs, runId, changed)
}

/** A copy that is not handed out yet. */
type Changing<T> = { -readonly [K in keyof T]: T[K] }

/** Maximum runs kept in memory. A window needs only the newest; a long session must not carry thousands. */
const KEPT_RUNS = 200

function withoutOldest(runs: Runs): Runs {
  const all = Object.values<RunRecord>(runs)
  if (all.length <= KEPT_RUNS) return runs
  const finished = all.filter((run) => isTerminal(run.status)).sort((a, b) => a.createdAt - b.createdAt)
  const dropped = new Set(finished.slice(0, all.length - KEPT_RUNS).map((run) => run.runId))
  return Object.fromEntries(all.filter((run) => !dropped.has(run.runId)).map((run) => [run.runId, run]))
}

function turnEnded(runs: Runs, event: DurableEventOf<'turn.ended'>): Runs {
  const { runId, usage, llmMs, toolMs, model } = event.payload
  const run = runs[runId]
  if (run === undefined) return runs
  const changed: Changing<RunRecord> = {
    ...run,
    usage: addUsage(run.usage, usage),
    llmMs: run.llmMs + llmMs,
    toolMs: run.toolMs + toolMs,
    turns: run.turns + 1,
  }
  if (model !== undefined && model !== run.model) {
    const others = run.usageOfOthers ?? {}
    changed.usageOfOthers = { ...others, [model]: addUsage(others[model] ?? NO_USAGE, usage) }
  }
  const parent = run.parentRunId === undefined ? undefined : runs[run.parentRunId]
  const charging = withEntry(runs, runId, changed)
  if (parent === undefined) return charging
  const charged = { ...parent, childrenUsage: addUsage(parent.childrenUsage, usage) }
  return withEntry(charging, parent.runId, charged)
}
