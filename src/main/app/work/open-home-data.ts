import type { AppEvent } from '#shared/events/delivery.ts'
import type { ProgramFiles } from '../../app-port.ts'
import { noteBackupFolder } from '../../backups/backup-folders.ts'
import { createHomeThread } from '../../backups/home-thread.ts'
import { createHomeWork } from '../../backups/home-work.ts'
import { createLeftovers } from '../../backups/leftovers.ts'
import { lastRestore, planRestore } from '../../backups/staged-restore.ts'
import type { HomePaths } from '../../config/paths.ts'
import { createExportAll } from '../../exports/export-all.ts'
import type { ExportMany } from '../../exports/export-many.ts'
import type { Clock } from '../../lib/clock.ts'
import { isErrno } from '../../lib/errno.ts'
import { gathered } from '../../lib/gathered.ts'
import type { Scope } from '../../lib/scope.ts'
import type { EventReader } from '../../log/event-reader.ts'
import type { ThreadRegistry } from '../../processes/threads.ts'

type Deps = {
  readonly paths: HomePaths
  readonly files: Pick<ProgramFiles, 'homeWorker'>
  readonly threads: ThreadRegistry
  readonly appVersion: string
  readonly reader: Pick<EventReader, 'keptChats'>
  readonly exportMany: ExportMany
  readonly tell: (event: AppEvent) => void
  readonly clock: Clock
  readonly scope: Scope
}

/** The least time between two notices of progress, in milliseconds. */
const TELL_EVERY_MS = 200

/** The limit of a check of the database, in milliseconds. */
const CHECK_LIMIT_MS = 30_000

/** The limit of a look at a backup, which may be on a slow disk. */
const LOOK_LIMIT_MS = 300_000

/** Opens the size of the home and the copies of it. A copy that is being made ends with the app and leaves nothing. */
export function openHomeData({ paths, files, appVersion, reader, tell, clock, scope, ...deps }: Deps) {
  const { signal } = scope
  const threads = createHomeThread({ file: files.homeWorker, watch: deps.threads.watch('home') })
  const work = createHomeWork({
    changed: () => tell({ kind: 'home.changed' }),
    gotOn: gathered({ clock, everyMs: TELL_EVERY_MS, signal }, () => tell({ kind: 'home.gotOn' })),
    signal,
  })
  scope.add(threads.over)
  scope.add(work.over)
  const { home } = paths
  const limited = (ms: number) => AbortSignal.any([signal, AbortSignal.timeout(ms)])
  return {
    work,
    leftovers: createLeftovers({
      paths,
      pid: process.pid,
      isWorking: () => work.current() !== null,
      isAlive,
      now: clock.now,
    }),
    measure: () => threads.run({ kind: 'sizes', home }, { report: () => {}, signal }),
    /** Checks the database. Rejects when it takes longer than 30 seconds. */
    check: () => threads.run({ kind: 'check', home }, { report: () => {}, signal: limited(CHECK_LIMIT_MS) }),
    backUp: (target: string, following: Parameters<typeof threads.run>[1]) =>
      threads.run({ kind: 'backup', home, target, appVersion, now: clock.now() }, following),
    /** Looks at a backup. Changes nothing. */
    lookAt: (backup: string) =>
      threads.run({ kind: 'look', home, backup }, { report: () => {}, signal: limited(LOOK_LIMIT_MS) }),
    /** Copies a backup into the home for the next start. */
    stage: async (backup: string, following: Parameters<typeof threads.run>[1]): Promise<void> => {
      const manifest = await threads.run({ kind: 'stage', home, backup }, following)
      await planRestore(paths, manifest, following.signal)
    },
    lastRestore: () => lastRestore(paths),
    chatCount: () => reader.keptChats().length,
    exportAll: createExportAll({
      exportMany: deps.exportMany,
      chats: reader.keptChats,
      noteFolder: (folder) => noteBackupFolder(paths.backupFolders, folder),
      pid: process.pid,
      now: clock.now,
    }),
  }
}

/** Whether a process has this number. One of another user counts, since it cannot be asked. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !isErrno(error, 'ESRCH')
  }
}
