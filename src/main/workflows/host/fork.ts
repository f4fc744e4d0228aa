import type { SessionId } from '#shared/ids.ts'
import type { AgentDefaults } from '#shared/workflow/agent-defaults.ts'
import type { PromptEdit } from '#shared/workflow/memo.ts'
import type { WorkflowMeta } from '#shared/workflow/workflow.ts'
import type { ForkChange, WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import { canonicalJson } from '../engine/canonical.ts'
import type { WorkflowRows } from './rows.ts'
import { openSession, type SessionMaking } from './workflow-session.ts'

/** The changes of a fork. */
export type Change = {
  readonly script?: string
  readonly args?: WorkflowRunDetail['args']
  readonly edit: PromptEdit | null
  readonly concurrency?: number
  readonly budget?: number | null
  readonly warnAt?: number | null
  readonly budgetUsd?: number | null
  readonly warnUsd?: number | null
  readonly agentDefaults?: AgentDefaults
  readonly launcherSessionId?: SessionId
  readonly title?: string
  readonly description?: string
}

type Deps = SessionMaking & {
  readonly rows: Pick<WorkflowRows, 'copyMemo'>
  readonly clock: Clock
  readonly newId: NewId
}

/** Returns the start input of a fork. */
export const startOf = (of: WorkflowRunDetail, change: Change) => ({
  script: change.script ?? of.script,
  fileName: `${of.name}.js`,
  args: change.args === undefined ? of.args : change.args,
})

/** Stores a copy of a run's journal under a new run with the change in it. The old run stays as it is. */
export async function forked(
  deps: Deps,
  of: WorkflowRunDetail,
  change: Change,
  meta: WorkflowMeta,
): Promise<WorkflowRunDetail> {
  const { script, args } = startOf(of, change)
  const launcherSessionId = change.launcherSessionId ?? of.launcherSessionId
  const cwd = deps.sessions.get(of.sessionId).cwd
  const sessionId = await openSession(deps, { ...of, launcherSessionId, cwd, name: meta.name })
  const now = deps.clock.now()
  const id = deps.newId('workflowRun')
  deps.rows.copyMemo(of.id, id)
  const { origin: _origin, ...source } = of
  return {
    ...source,
    id,
    sessionId,
    launcherSessionId,
    script,
    name: meta.name,
    title: change.title ?? (script === of.script ? of.title : null),
    description: change.description ?? (script === of.script ? of.description : meta.description),
    args,
    edits: withEdit(of.edits, change.edit),
    concurrency: change.concurrency ?? of.concurrency,
    budget: change.budget === undefined ? of.budget : change.budget,
    warnAt: change.warnAt === undefined ? of.warnAt : change.warnAt,
    budgetUsd: change.budgetUsd === undefined ? of.budgetUsd : change.budgetUsd,
    warnUsd: change.warnUsd === undefined ? of.warnUsd : change.warnUsd,
    warnedAt: null,
    agentDefaults: change.agentDefaults ?? of.agentDefaults,
    state: 'running',
    attempt: 1,
    agentsDone: 0,
    agentsTotal: 0,
    agentsWaiting: 0,
    pausing: false,
    tokens: 0,
    usd: 0,
    createdAt: now,
    updatedAt: now,
    endedAt: null,
    forkOf: of.id,
    forkChanges: changesOf(of, { script, args, edit: change.edit }),
    told: 0,
    imported: false,
    elsewhere: null,
    error: null,
  }
}

/** Returns the differences between a fork and its parent, for the person. */
function changesOf(
  of: WorkflowRunDetail,
  { script, args, edit }: Pick<WorkflowRunDetail, 'script' | 'args'> & Pick<Change, 'edit'>,
): ForkChange[] {
  const found: ForkChange[] = []
  if (script !== of.script) found.push('script')
  if (canonicalJson(args) !== canonicalJson(of.args)) found.push('args')
  if (edit !== null) found.push('prompt')
  return found
}

/** A fork of a fork keeps the prompts changed before. A new one for the same call takes the place of the old. */
function withEdit(edits: readonly PromptEdit[], edit: PromptEdit | null): PromptEdit[] {
  if (edit === null) return [...edits]
  const others = edits.filter(({ key, nth }) => key !== edit.key || nth !== edit.nth)
  return [...others, edit]
}
