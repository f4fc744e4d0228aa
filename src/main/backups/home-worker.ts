import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '#shared/errors.ts'
import { homePaths } from '../config/paths.ts'
import { backUp } from './back-up.ts'
import { measureHome } from './home-sizes.ts'
import type { FromHomeThread, HomeTask } from './home-tasks.ts'

// The thread of one task on a whole home. It hears one message, which stops it, and ends after its task.
const port = parentPort
if (port === null) throw new Error('This is the thread of work on a home.')
const say = (message: FromHomeThread) => port.postMessage(message)
const stop = new AbortController()
port.on('message', () => stop.abort(AppError.cancelled('Stopped')))

const task = workerData as HomeTask
const paths = homePaths(task.home)
const done =
  task.kind === 'sizes'
    ? measureHome(paths, stop.signal)
    : backUp({
        paths,
        target: task.target,
        appVersion: task.appVersion,
        now: task.now,
        report: (progress) => say({ t: 'progress', progress }),
        signal: stop.signal,
      })
done
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
