import type { ContextBreakdown } from '#shared/context/trace.ts'
import type { ModelListing } from '#shared/model/model.ts'
import { isTerminal } from '#shared/run/run.ts'
import type { AppState } from '../store/app-state.ts'
import type { SessionState } from '../store/session-state.ts'
import type { Status } from './StatusLine.tsx'

type Shown = Pick<AppState, 'models' | 'settings' | 'projects' | 'openProject' | 'sessions'>

/** What the status line says of the session in view, or of a chat that has not begun. */
export function statusOf(app: Shown, session: SessionState): Status {
  const meta = session.folds.session?.meta ?? null
  const model = app.models.find((each) => (meta === null ? each.isDefault : each.ref === meta.model))
  const runs = Object.values(session.folds.runs)
  const project = app.projects.find((each) => each.id === (meta?.projectId ?? app.openProject))
  const { breakdown } = session
  return {
    model: model?.label ?? meta?.model ?? null,
    effort: meta === null || meta.thinking === 'off' ? null : meta.thinking,
    context:
      breakdown === null
        ? model === undefined
          ? null
          : { used: 0, whole: model.contextWindow }
        : { used: usedIn(breakdown), whole: breakdown.window },
    cost: costOf(session, app.models),
    running: runs.filter((run) => !isTerminal(run.status)).length,
    waiting: waitingIn(app),
    branch: project?.branch ?? null,
    mode: meta?.permissionMode ?? app.settings.permissionMode,
  }
}

/** How many sessions wait for the person. */
export function waitingIn({ sessions }: Pick<AppState, 'sessions'>): number {
  const rows = Object.values(sessions).flatMap((list) => list.rows)
  return rows.filter((row) => row.state === 'waiting').length
}

/** What the runs of a session cost by the prices known today. */
export function costOf(session: SessionState, models: readonly ModelListing[]): Status['cost'] {
  let total = 0
  let priced = false
  let known = true
  for (const run of Object.values(session.folds.runs)) {
    const model = models.find((each) => each.ref === run.model)
    if (model?.inputPrice == null || model.outputPrice == null) {
      known = known && run.usage.input + run.usage.output === 0
      continue
    }
    priced = priced || model.inputPrice > 0 || model.outputPrice > 0
    const read = run.usage.input + (run.usage.cacheRead ?? 0)
    total += (read * model.inputPrice + run.usage.output * model.outputPrice) / 1_000_000
  }
  if (!known && total === 0) return 'unpriced'
  return priced || total > 0 || Object.keys(session.folds.runs).length === 0 ? total : 'local'
}

function usedIn({ window: _whole, ...parts }: ContextBreakdown): number {
  return Object.values(parts).reduce((sum, part) => sum + part, 0)
}
