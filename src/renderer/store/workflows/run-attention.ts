import type { ProjectId, WorkflowRunId } from '#shared/ids.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'

/** Why a run asks for a look: an agent of it waits for the person, it broke off, is near its ceiling, or is finished. */
export type AttentionKind = 'waits' | 'failed' | 'near' | 'done'

/** Runs that ask for a look, in the order they began to. */
export type RunAttention = readonly {
  readonly id: WorkflowRunId
  readonly projectId: ProjectId
  readonly name: string
  readonly kind: AttentionKind
}[]

/** The person's current and past attention. */
export type Looking = {
  /** The project whose runs are in view. */
  readonly at: ProjectId | null
  /** Runs that ended before this moment count as seen, in epoch milliseconds. */
  readonly since: number
  /** Until when the runs of a project were in view since then. */
  readonly seen: Readonly<Record<ProjectId, number>>
}

/** Follows a change of a run. One that ends in view is seen at once; one that waits keeps asking. */
export function withAttention(
  attention: RunAttention,
  run: WorkflowRunListing,
  looking: Looking,
): RunAttention {
  const kind = kindOf(run, looking)
  const known = attention.find((each) => each.id === run.id)
  if (known?.kind === kind) return attention
  const others = attention.filter((each) => each.id !== run.id)
  if (kind === null) return known === undefined ? attention : others
  return [...others, { id: run.id, projectId: run.projectId, name: run.name, kind }]
}

/** The person looks at the runs of a project: what has ended there is seen. */
export function seenIn(attention: RunAttention, projectId: ProjectId): RunAttention {
  const left = attention.filter((each) => each.projectId !== projectId || each.kind === 'waits')
  return left.length === attention.length ? attention : left
}

const ORDER: readonly AttentionKind[] = ['waits', 'failed', 'near', 'done']

/** The one to show where there is room for one: what waits for the person before what is only news. */
export function mostUrgent(attention: RunAttention): RunAttention[number] | null {
  for (const kind of ORDER) {
    const found = attention.find((each) => each.kind === kind)
    if (found !== undefined) return found
  }
  return null
}

/** A run that the person stopped or paused tells them nothing new. */
function kindOf(run: WorkflowRunListing, { at, seen, ...looking }: Looking): AttentionKind | null {
  const since = Math.max(looking.since, seen[run.projectId] ?? 0)
  if (run.agentsWaiting > 0 && run.state === 'running') return 'waits'
  if (run.state === 'running') return run.projectId !== at && (run.warnedAt ?? 0) > since ? 'near' : null
  if (run.projectId === at || (run.endedAt ?? 0) <= since) return null
  if (run.state === 'failed' || run.state === 'interrupted') return 'failed'
  return run.state === 'done' ? 'done' : null
}
