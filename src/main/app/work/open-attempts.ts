import type { AppEvent } from '#shared/events/delivery.ts'
import type { Millis, SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { type Attempts, createAttempts } from '../../attempts/attempts.ts'
import { createCheckCommand } from '../../attempts/run-check.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { ProcessTree } from '../../lib/programs/process-tree.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Catalog } from '../../models/catalogue/catalog.ts'
import type { KeepProgram } from '../../processes/keeper.ts'
import type { Projects } from '../../projects/registry.ts'
import { createTotalUsage } from '../../usage/total-usage.ts'
import type { AppEnvironment } from '../storage/open-environment.ts'
import type { OpenSandbox } from '../storage/open-sandbox.ts'
import type { Storage } from '../storage/open-storage.ts'
import type { OpenedWorktrees } from './open-worktrees.ts'
import type { Runtime } from './runtime/open-runtime.ts'

type Deps = {
  readonly storage: Pick<Storage, 'reader' | 'bus' | 'store'>
  readonly runtime: Pick<Runtime, 'sessions' | 'lane' | 'inbox' | 'finalAnswer'>
  readonly worktrees: OpenedWorktrees
  readonly catalog: Pick<Catalog, 'infoOf'>
  readonly projects: Pick<Projects, 'usable'>
  readonly programs: {
    readonly environment: Pick<AppEnvironment, 'inherited' | 'commandIn'>
    readonly processes: ProcessTree
    readonly keep: KeepProgram
  }
  readonly sandbox: Pick<OpenSandbox, 'enterFor'>
  readonly hide: (text: string) => string
  readonly tell: (event: AppEvent) => void
  readonly clock: Clock
  readonly logger: Logger
  readonly scope: Scope
}

/** Opens attempts: one task, run several times in worktrees. */
export function openAttempts(deps: Deps): Attempts {
  const { storage, runtime, worktrees, scope, clock, logger } = deps
  const folds = storage.store.folds
  const use = createTotalUsage({
    log: { folds },
    childrenOf: storage.reader.childrenOf,
    catalog: deps.catalog,
    clock,
  })
  const newest = (id: SessionId): RunRecord | undefined =>
    Object.values<RunRecord>(folds(id).runs).toSorted((one, other) => other.createdAt - one.createdAt)[0]
  const attempts = createAttempts({
    folds,
    publish: storage.bus.publish,
    createChat: (wanted) => runtime.sessions.create(wanted),
    createSet: ({ projectId, cwd, model, permissionMode, title }) =>
      runtime.sessions.create({
        projectId,
        cwd,
        model,
        permissionMode,
        title,
        place: { kind: 'attempts', mode: 'fresh', agentId: 'build' },
      }),
    setsOf: storage.reader.attemptSets,
    openPlace: worktrees.chats.open,
    tell: (id, item) => runtime.inbox.put(id, { item, stored: () => {}, wakes: false }),
    removePlace: worktrees.chats.remove,
    worktrees: worktrees.tasks,
    send: (id, text) => runtime.lane.send(id, [{ t: 'text', text }]),
    stop: (id, runId, reason) =>
      void runtime.lane
        .stop(id, runId, reason)
        .catch((error: unknown) => logger.error('An attempt could not be stopped', error)),
    costOf: (id) => use([id]).cost,
    answerOf: (id) => {
      const run = newest(id)
      return run === undefined ? '' : (runtime.finalAnswer(run) ?? '')
    },
    isTrusted: async (id) => {
      const { trusted, carriesCode, gitMayStart } = await deps.projects.usable(id)
      return trusted === true || (trusted === null && !carriesCode && !gitMayStart)
    },
    runCheck: createCheckCommand({
      clock,
      processes: deps.programs.processes,
      keep: deps.programs.keep,
      hide: deps.hide,
      env: deps.programs.environment.inherited,
      commandEnvironment: deps.programs.environment.commandIn,
      enter: async (job) => {
        const entered = await deps.sandbox.enterFor(job)
        if (entered === null) return null
        const { program, environment, rules } = entered
        return {
          program,
          environment,
          contained: rules.kind === 'bubblewrap',
          leave: async (output) => (await entered.leave(output, true)).begun,
        }
      },
    }),
    changed: (projectId) => deps.tell({ kind: 'attempts.changed', projectId }),
    now: () => clock.now() as Millis,
    logger,
    signal: scope.signal,
  })
  scope.add(watchRuns(deps, attempts))
  return attempts
}

/** Tells attempts of the ends and of the costs of their runs. */
function watchRuns({ storage }: Pick<Deps, 'storage'>, attempts: Attempts): () => void {
  return storage.bus.subscribe((sessionId, events) => {
    const ref = storage.store.folds(sessionId).session?.meta.attempt
    if (ref === undefined) return
    for (const event of events) {
      if (event.kind === 'turn.ended') queueMicrotask(() => attempts.spent(ref.set))
      if (event.kind !== 'run.status') continue
      const { to } = event.payload
      queueMicrotask(() => attempts.ended(ref.set, ref.letter, isTerminal(to) && to === 'completed'))
    }
  })
}
