import type { SessionId } from '#shared/ids.ts'
import type { QueueItem } from '#shared/session/queue/queue.ts'
import type { Logger } from '../../lib/logger.ts'
import type { RunLog } from '../run/run-log.ts'
import type { Queue } from './queue.ts'

type Deps = {
  readonly log: Pick<RunLog, 'publish'>
  readonly queue: Pick<Queue, 'add' | 'remove'>
  /** Returns null while nothing runs. */
  readonly activeRun: (sessionId: SessionId) => unknown
  readonly logger: Logger
  /** Starts what waits next. */
  readonly startNext: (sessionId: SessionId) => void
}

/** Runs a queued command of a chat. False: it was refused, and the person was told. */
type RunQueuedCommand = (sessionId: SessionId, text: string) => Promise<boolean>

/** Creates the commands that wait in the queue of a chat. */
export function createQueuedCommands({ log, queue, activeRun, logger, startNext }: Deps) {
  let run: RunQueuedCommand = async () => false
  return {
    /** Connects the commands of chats. */
    connect: (commands: RunQueuedCommand): void => {
      run = commands
    },
    /** Queues a command during a run. False: nothing is running, so it can run at once. */
    add: (sessionId: SessionId, text: string): boolean => {
      if (activeRun(sessionId) === null) return false
      queue.add(sessionId, 'followup', text, [], { command: true })
      return true
    },
    /** Runs a command. Its item is held until then, so that a failed command stays in the queue. */
    start: (sessionId: SessionId, { itemId, lane, text }: QueueItem): void => {
      log.publish(sessionId, [{ kind: 'queue.changed', payload: { lane, op: 'hold', itemId } }])
      run(sessionId, text)
        .then((accepted) => {
          if (!accepted) return
          queue.remove(sessionId, itemId)
          startNext(sessionId)
        })
        .catch((error) => logger.error('A queued command could not run', error, { sessionId }))
    },
  }
}
