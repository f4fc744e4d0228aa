import { parentPort, workerData } from 'node:worker_threads'
import type { FromIndex, IndexBirth, ToIndex } from './index-messages.ts'
import type { IndexPart } from './index-part.ts'
import { openIndex } from './open-index.ts'
import { serveIndex } from './serve-index.ts'

/** Makes this thread the one that writes and queries the index. */
export function runIndexWorker(parts: readonly IndexPart[]): void {
  const port = parentPort
  if (port === null) throw new Error('This is the worker of the search index.')
  const say = (message: FromIndex) => port.postMessage(message)
  const index = openIndex({
    ...(workerData as IndexBirth),
    parts,
    reportDamage: (error) => say({ t: 'damaged', what: 'index', reason: String(error) }),
    reportLogDamage: ({ message }) => say({ t: 'damaged', what: 'database', reason: message }),
  })
  const hear = serveIndex({
    index,
    say,
    later: (ms, act) => void (ms === 0 ? setImmediate(act) : setTimeout(act, ms)),
    end: () => port.close(),
  })
  port.on('message', (message: ToIndex) => hear(message))
}
