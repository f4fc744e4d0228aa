import type { Database } from 'better-sqlite3'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { englishOf } from '#shared/sentences.ts'
import type { Agents } from '../../agents/definitions/agents.ts'
import type { Git } from '../../git/start-git.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Catalog } from '../../models/catalogue/catalog.ts'
import type { Projects } from '../../projects/registry.ts'
import type { Pulls } from '../../pulls/open-pulls.ts'
import type { FixPlace, FixRun, WatchDeps } from '../../pulls/watch-ports.ts'
import { openWatchRows } from '../../pulls/watch-rows.ts'
import { createPullWatches, type PullWatches } from '../../pulls/watches.ts'
import { CLOSED } from '../../runs/run/closing.ts'
import { createChatModel } from '../../turn-setup/settings/chat-model.ts'
import { createTotalUsage } from '../../usage/total-usage.ts'
import type { Storage } from '../storage/open-storage.ts'
import type { OpenedWorktrees } from './open-worktrees.ts'
import type { Runtime } from './runtime/open-runtime.ts'

type Deps = {
  readonly db: Database
  readonly git: Pick<Git, 'work'>
  readonly pulls: Pulls
  readonly projects: Pick<Projects, 'usable' | 'folderOf'>
  readonly agents: Pick<Agents, 'get'>
  readonly catalog: Pick<Catalog, 'infoOf' | 'named' | 'defaultRef'>
  readonly storage: Pick<Storage, 'reader' | 'bus' | 'store'>
  readonly runtime: Pick<Runtime, 'sessions' | 'lane' | 'inbox' | 'projectSettings'>
  readonly worktrees: OpenedWorktrees
  readonly tell: (event: AppEvent) => void
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
  readonly scope: Scope
}

/** Opens the pull requests that the app follows and repairs for the person. */
export function openPullWatches(deps: Deps): PullWatches {
  const { storage, runtime, worktrees, clock, logger, scope } = deps
  const folds = storage.store.folds
  const use = createTotalUsage({
    log: { folds },
    childrenOf: storage.reader.childrenOf,
    catalog: deps.catalog,
    clock,
  })
  const watches = createPullWatches({
    git: deps.git,
    pulls: deps.pulls,
    project: deps.projects.usable,
    openChat: createFixChats(deps),
    tree: async (id) => {
      const { path: folder } = await worktrees.tasks.place(id)
      const setup = worktrees.tasks.get(id)?.setup
      return { folder, setup: [...(setup?.linked ?? []), ...(setup?.cloned ?? []), ...(setup?.copied ?? [])] }
    },
    send: (id, text) => runtime.lane.send(id, [{ t: 'text', text }]),
    stop: (id) => stopRuns(deps, id),
    run: (id) => newestRun(deps, id),
    costOf: (id) => use([id]).cost,
    notify: (said) => deps.tell({ kind: 'notice', level: 'info', text: englishOf([said]), said: [said] }),
    rows: openWatchRows(deps.db),
    clock,
    newId: () => deps.newId('pullWatch'),
    tellChat: (id, item) => {
      if (folds(id).session === null) return false
      runtime.inbox.put(id, { item, stored: () => {}, wakes: false })
      return true
    },
    changed: (projectId) => deps.tell({ kind: 'pulls.changed', projectId }),
    logger,
    signal: scope.signal,
  })
  scope.add(watches.close)
  scope.add(
    storage.bus.subscribe((sessionId, events) => {
      const hasEnded = events.some((event) => event.kind === 'run.status' && isTerminal(event.payload.to))
      if (hasEnded) queueMicrotask(() => watches.runEnded(sessionId))
    }),
  )
  return watches
}

/** Creates the chats of repairs. They edit files on their own and ask for everything else. */
function createFixChats(deps: Deps): WatchDeps['openChat'] {
  const { runtime, worktrees } = deps
  const modelOfNewChat = createChatModel({
    catalog: deps.catalog,
    projects: deps.projects,
    agents: deps.agents,
    settings: runtime.projectSettings,
  })
  return async ({ projectId, name, title, base, limit }, signal): Promise<FixPlace> => {
    const { model } = await modelOfNewChat(projectId)
    const { cwd, worktree, item } = await worktrees.chats.open({ projectId, name, from: null, base }, signal)
    const sessionId = await runtime.sessions.create({
      projectId,
      cwd,
      model,
      title,
      worktree,
      permissionMode: 'accept_edits',
      limits: { warnCost: null, stopCost: limit, warnTokens: null, stopTokens: null },
    })
    worktrees.chats.tell(sessionId, item)
    return { sessionId, worktreeId: worktree.id }
  }
}

function stopRuns({ storage, runtime, logger }: Deps, id: SessionId): void {
  for (const { runId, status } of Object.values<RunRecord>(storage.store.folds(id).runs)) {
    if (isTerminal(status)) continue
    runtime.lane
      .stop(id, runId, 'The person stopped following the pull request.')
      .catch((error: unknown) => logger.error('A fix could not be stopped', error))
  }
}

function newestRun({ storage }: Pick<Deps, 'storage'>, id: SessionId): FixRun | null {
  const [run] = Object.values<RunRecord>(storage.store.folds(id).runs)
    .filter(({ kind }) => kind !== 'system')
    .toSorted((one, other) => other.createdAt - one.createdAt)
  if (run === undefined) return null
  const { status, error, reason } = run
  const detail = error?.message ?? reason ?? ''
  if (!isTerminal(status)) return { state: status === 'awaiting_user' ? 'waiting' : 'running', detail }
  if (status === 'completed') return { state: 'completed', detail }
  const isCut = error?.code === 'run.abandoned' || reason === CLOSED || error?.message === CLOSED
  return { state: isCut ? 'interrupted' : 'failed', detail }
}
