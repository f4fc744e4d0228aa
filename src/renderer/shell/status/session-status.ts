import type { SessionId } from '#shared/ids.ts'
import type { ModelListing } from '#shared/model/model.ts'
import { sentEffort } from '#shared/model/sent-effort.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { chosenEffort } from '#shared/session/chosen-effort.ts'
import type { AppState, Surface } from '../../store/app-state.ts'
import { contextUse, spendingOf } from '../../store/session-figures.ts'
import type { SessionState } from '../../store/session-state.ts'
import type { Status } from './StatusLine.tsx'

export type SessionShown = Pick<SessionState, 'folds' | 'breakdown' | 'effort' | 'path'>

type Shown = Pick<AppState, 'models' | 'settings' | 'projects' | 'openProject' | 'sessions'>

/** Activity outside the current chat: running agents and pending approvals. */
export type Elsewhere = { readonly running: number; readonly waiting: number }

const NOWHERE: Elsewhere = { running: 0, waiting: 0 }

/** Returns the status bar for the current session or new chat, and for agents elsewhere. */
export function statusOf(app: Shown, session: SessionShown, elsewhere: Elsewhere = NOWHERE): Status {
  const meta = session.folds.session?.meta ?? null
  const model = app.models.find((each) => (meta === null ? each.isDefault : each.ref === meta.model))
  const runs = Object.values(session.folds.runs)
  const project = app.projects.find((each) => each.id === (meta?.projectId ?? app.openProject))
  const use = contextUse(session.breakdown, session.path, model)
  return {
    model: { label: model?.label ?? meta?.model ?? null },
    effort: effortOf(session, model),
    context: use === null ? null : { used: use.used, whole: use.window },
    cost: costOf(session, app.models, model),
    running:
      runs.filter((run) => !isTerminal(run.status)).length +
      otherChatsAtWork(app.sessions, session.folds.session?.id) +
      elsewhere.running,
    jobs: session.folds.jobs.filter(({ state }) => state === 'running').length,
    waiting: elsewhere.waiting,
    branch: meta?.worktree?.branch ?? project?.branch ?? null,
    isWorktree: (meta?.worktree ?? null) !== null,
    placeId: meta?.worktree?.id ?? project?.id ?? null,
    mode: meta?.permissionMode ?? app.settings.permissionMode,
  }
}

/** Returns the effort that main measured: of the running request, or else of the next. Before that, the chosen one. */
function effortOf({ folds, effort }: SessionShown, model: ModelListing | undefined): Status['effort'] {
  if (model === undefined) return null
  const isRunning = Object.values(folds.runs).some((run) => !isTerminal(run.status))
  const measured = isRunning && effort.running !== undefined ? effort.running : effort.next
  if (measured !== undefined) return measured
  const meta = folds.session?.meta ?? null
  return sentEffort(model, meta === null ? null : chosenEffort(meta))
}

/** Leaves out of the status what belongs to a chat that is not in view; runs of workflows name models and costs. */
export function statusBeside(surface: Surface, status: Status): Status {
  if (surface === 'chat' || surface === 'changes') return status
  return surface === 'workflows'
    ? { ...status, jobs: 0, context: null, model: null, cost: null }
    : { ...status, jobs: 0, context: null }
}

/** Returns the number of other chats that are running or waiting. */
function otherChatsAtWork(sessions: AppState['sessions'], inView: SessionId | undefined): number {
  return Object.values(sessions)
    .flatMap(({ rows }) => rows)
    .filter(({ id, state }) => id !== inView && (state === 'running' || state === 'waiting')).length
}

function costOf(
  session: SessionShown,
  models: AppState['models'],
  next: ModelListing | undefined,
): Status['cost'] {
  const { dollars } = spendingOf(session.folds.session?.usage ?? {}, models, next)
  return dollars === 'unknown' ? 'unpriced' : dollars
}
