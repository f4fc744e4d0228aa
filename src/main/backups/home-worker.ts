import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '#shared/errors.ts'
import type { HomeProgress } from '#shared/home/home-data.ts'
import { homePaths } from '../config/paths.ts'
import { backUp } from './back-up.ts'
import { lookAtBackup } from './chosen-backup.ts'
import { checkDatabase } from './copied-database.ts'
import { measureHome } from './home-sizes.ts'
import type { FromHomeThread, HomeResults, HomeTask } from './home-tasks.ts'
import { stageRestore } from './staged-restore.ts'

// The thread of one task on a whole home. It hears one message, which stops it, and ends after its task.
const port = parentPort
if (port === null) throw new Error('This is the thread of work on a home.')
const say = (message: FromHomeThread) => port.postMessage(message)
const stop = new AbortController()
port.on('message', () => stop.abort(AppError.cancelled('Stopped')))

const task = workerData as HomeTask
const paths = homePaths(task.home)
async function carryOut(): Promise<HomeResults[HomeTask['kind']]> {
  if (task.kind === 'sizes') return measureHome(paths, stop.signal)
  if (task.kind === 'check') return checkDatabase(paths.database)
  const report = (progress: HomeProgress) => say({ t: 'progress', progress })
  const { signal } = stop
  if (task.kind === 'look') return lookAtBackup(task.backup, paths, signal)
  if (task.kind === 'stage') return stageRestore({ paths, backup: task.backup, report, signal })
  const { target, appVersion, now } = task
  return backUp({ paths, target, appVersion, now, report, signal })
}

carryOut()
  .then(
    (result) => say({ t: 'done', result }),
    (error: unknown) =>
      say({
        t: 'failed',
        problem: error instanceof AppError ? error.toData() : null,
        reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  )
  .finally(() => port.close())
