import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { PlanLimits, PlanWindow } from '#shared/model/plan-limits.ts'
import { workedMs } from '#shared/run/worked.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import { tokensOf } from '#shared/session/usage.ts'
import type { VimMode } from '#shared/status-line/status-line.ts'
import { styleIn } from '../styles/output-styles.ts'

type Facts = {
  readonly folds: SessionFolds
  readonly path: readonly DurableEvent[]
  readonly model: { readonly label: string; readonly contextWindow: number } | null
  readonly projectPath: string | null
  /** The branch that its worktree was made from; null for none, or without a worktree. */
  readonly baseBranch: string | null
  readonly version: string
  /** The persona that the chat's prompt holds, with its output style. */
  readonly persona: string
  /** Null without Vim keys. */
  readonly vimMode: VimMode | null
  /** The used share of the plan that pays for the model; null without a plan, or where nothing is known yet. */
  readonly planLimits: PlanLimits | null
  readonly now: number
}

/** More input than this costs more at some providers. */
const LARGE_INPUT = 200_000

/** Returns the JSON that a status line command reads; null for a chat that is gone. */
export function statusLineInput(facts: Facts) {
  const { folds, path, model, projectPath, baseBranch, version, persona, vimMode, planLimits, now } = facts
  const { session, runs, contexts } = folds
  if (session === null) return null
  const { meta, cwd, usage } = session
  const used = Object.values(usage)
  const sum = (of: (each: (typeof used)[number]) => number) => used.reduce((all, each) => all + of(each), 0)
  const latest = latestUsage(path)
  const inContext = latest === null ? 0 : tokensOf(latest) - latest.output
  const size = model?.contextWindow ?? null
  const percent = size === null ? null : Math.min(100, Math.round((inContext / size) * 100))
  const active = meta.activeContextId
  return {
    session_id: session.id,
    session_name: meta.title,
    model: { id: meta.model, display_name: model?.label ?? meta.model },
    workspace: { current_dir: cwd, project_dir: projectPath ?? cwd, added_dirs: meta.folders ?? [] },
    version,
    output_style: { name: styleIn(persona) ?? 'default' },
    permission_mode: meta.permissionMode,
    cost: {
      total_cost_usd: sum(({ cost }) => (cost?.billed ?? 0) + (cost?.estimated ?? 0)),
      total_duration_ms: Math.max(0, now - session.createdAt),
      total_api_duration_ms: workedMs(Object.values(runs), now),
      ...changedLines(path),
    },
    context_window: {
      total_input_tokens: sum((each) => tokensOf(each) - each.output),
      total_output_tokens: sum(({ output }) => output),
      context_window_size: size,
      current_usage:
        latest === null
          ? null
          : {
              input_tokens: latest.input,
              output_tokens: latest.output,
              cache_creation_input_tokens: latest.cacheWrite ?? 0,
              cache_read_input_tokens: latest.cacheRead ?? 0,
            },
      used_percentage: percent,
      remaining_percentage: percent === null ? null : 100 - percent,
    },
    exceeds_200k_tokens: inContext > LARGE_INPUT,
    agent: { name: active === null ? null : (contexts[active]?.agentId ?? null) },
    ...limitsOf(planLimits),
    ...(vimMode === null ? {} : { vim: { mode: vimMode } }),
    ...worktreeOf(session, { projectPath, baseBranch }),
  }
}

/** The windows of a plan, each only where it is known. */
function limitsOf(limits: PlanLimits | null) {
  const five = limits?.fiveHour ?? null
  const seven = limits?.sevenDay ?? null
  if (five === null && seven === null) return {}
  const told = ({ usedPercent, resetsAt }: PlanWindow) => ({
    used_percentage: usedPercent,
    resets_at: resetsAt,
  })
  return {
    rate_limits: {
      ...(five === null ? {} : { five_hour: told(five) }),
      ...(seven === null ? {} : { seven_day: told(seven) }),
    },
  }
}

/** The worktree of the chat, where it works in one. */
function worktreeOf(
  { meta, cwd }: SessionRecord,
  { projectPath, baseBranch }: Pick<Facts, 'projectPath' | 'baseBranch'>,
) {
  const branch = meta.worktree?.branch
  if (branch === undefined) return {}
  return {
    worktree: {
      name: branch,
      path: cwd,
      branch,
      original_cwd: projectPath,
      original_branch: baseBranch,
    },
  }
}

function latestUsage(path: readonly DurableEvent[]) {
  const last = path.findLast((event) => event.kind === 'message' && event.payload.message.usage !== undefined)
  return last?.kind === 'message' ? (last.payload.message.usage ?? null) : null
}

function changedLines(path: readonly DurableEvent[]) {
  let added = 0
  let removed = 0
  for (const event of path) {
    const details = event.kind === 'message' ? event.payload.message.tool?.details : undefined
    if (details?.kind !== 'edit' && details?.kind !== 'write') continue
    added += details.diff.added
    removed += details.diff.removed
  }
  return { total_lines_added: added, total_lines_removed: removed }
}
