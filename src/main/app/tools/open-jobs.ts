import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { SessionId } from '#shared/ids.ts'
import type { HomePaths } from '../../config/paths.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { ProcessTree } from '../../lib/programs/process-tree.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ProcessRegistry } from '../../processes/registry.ts'
import type { Inbox } from '../../runs/run/inbox.ts'
import { topSession } from '../../runs/run/top-session.ts'
import { createJobs } from '../../tools/jobs/jobs.ts'
import { createReachPort } from '../../tools/jobs/reach-port.ts'
import { recoverJobs } from '../../tools/jobs/recover-jobs.ts'
import type { Hide } from '../../tools/without-secrets.ts'
import type { Storage } from '../storage/open-storage.ts'

type Deps = {
  readonly storage: Pick<Storage, 'store' | 'bus' | 'reader'>
  readonly paths: Pick<HomePaths, 'jobs'>
  readonly programs: ProcessRegistry
  readonly processes: ProcessTree
  readonly hide: Hide
  readonly clock: Clock
  readonly logger: Logger
  readonly scope: Pick<Scope, 'add'>
}

/** Opens the background programs of agents. They end with their chat and with the app. */
export function openJobs({ storage, paths, programs, processes, hide, clock, logger, scope }: Deps) {
  const { store, bus, reader } = storage
  const { platform } = process
  let inbox: Pick<Inbox, 'put'> | null = null
  const recordsOf = (sessionId: SessionId) => store.folds(sessionId).jobs
  const publish: Parameters<typeof recoverJobs>[0]['publish'] = (sessionId, job) => {
    bus.publish(sessionId, [{ kind: 'job.changed', runId: job.runId, payload: job }])
  }
  /** A chat resumes with the item. A subagent that has ended reads it when it is resumed. */
  const tell = (wakesChat: boolean) => (sessionId: SessionId, item: HarnessItem) => {
    const wakes = wakesChat && store.folds(sessionId).session?.kind === 'chat'
    inbox?.put(sessionId, { item, stored: () => {}, wakes })
  }
  const report = (error: unknown) => logger.error('A background program could not be followed', error)
  const jobs = createJobs({
    platform,
    clock,
    processes,
    recordsOf,
    publish,
    hide,
    report,
    folder: paths.jobs,
    watch: (program) => programs.add({ ...program, kind: 'job' }),
    tell: tell(true),
    reaches: createReachPort(clock),
  })
  scope.add(jobs.close)
  const isOver = (sessionId: SessionId): boolean => {
    const meta = topSession(store, sessionId)?.meta
    return meta === undefined || meta.archived || typeof meta.deletedAt === 'number'
  }
  scope.add(
    bus.subscribe((_sessionId, events) => {
      if (!events.some((event) => event.kind === 'session.meta')) return
      for (const sessionId of jobs.running()) if (isOver(sessionId)) jobs.endOf(sessionId).catch(report)
    }),
  )
  return {
    jobs,
    connect: (late: Pick<Inbox, 'put'>): void => {
      inbox = late
    },
    /** Marks programs that ended with the app. */
    recover: (): void =>
      recoverJobs({
        recordsOf,
        publish,
        tell: tell(false),
        sessions: reader.withRunningJobs,
        lastActive: (sessionId) => store.folds(sessionId).session?.updatedAt ?? clock.now(),
        report: (sessionId, error) =>
          logger.error('The background programs of a chat could not be recovered', error, { sessionId }),
      }),
    gone: (sessionId: SessionId): void => {
      jobs.gone(sessionId).catch(report)
    },
  }
}

export type OpenJobs = ReturnType<typeof openJobs>
