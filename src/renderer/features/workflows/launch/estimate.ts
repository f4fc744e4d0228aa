import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'

export type Span = { readonly from: number; readonly to: number }

/** The estimate of a run from earlier runs of the same script. */
export type Estimate = {
  readonly runs: number
  readonly agents: Span
  readonly tokens: Span
  readonly ms: Span
  /** Null where no earlier run has a known price. */
  readonly usd: Span | null
}

/** Finished runs used for the estimate, newest first. */
const COUNTED = 8

export function estimateOf(name: string, runs: readonly WorkflowRunListing[]): Estimate | null {
  const counted = runs.filter((run) => run.name === name && run.state === 'done').slice(0, COUNTED)
  if (counted.length === 0) return null
  const priced = counted.flatMap((run) => (run.usd === null ? [] : [run.usd]))
  return {
    runs: counted.length,
    agents: spanOf(counted.map((run) => run.agentsTotal)),
    tokens: spanOf(counted.map((run) => run.tokens)),
    ms: spanOf(counted.map((run) => Math.max(0, (run.endedAt ?? run.updatedAt) - run.createdAt))),
    usd: priced.length === 0 ? null : spanOf(priced),
  }
}

function spanOf(values: readonly number[]): Span {
  return { from: Math.min(...values), to: Math.max(...values) }
}
