import type { Logger } from '../lib/logger.ts'
import type { ProcessRoot, ProcessTree } from '../lib/programs/process-tree.ts'

type Deps = {
  /** Makes programs end with the app, also when it is killed. */
  readonly keep: (pid: number) => () => void
  readonly processes: Pick<ProcessTree, 'end'>
  readonly logger: Pick<Logger, 'warn'>
}

/** The grace for processes that a program left behind, in milliseconds. */
const LEFT_MS = 500

/** The programs of connections, and all that comes from them. */
export function createClientPrograms({ keep, processes, logger }: Deps) {
  const running = new Map<number, { readonly root: ProcessRoot; readonly release: () => void }>()
  const ending = new Set<Promise<void>>()
  const end = (connection: number): void => {
    const program = running.get(connection)
    if (program === undefined) return
    running.delete(connection)
    const ended: Promise<void> = processes
      .end(program.root, LEFT_MS)
      .catch((error: unknown) => logger.warn('A server could not be ended', { reason: String(error) }))
      .finally(() => {
        program.release()
        ending.delete(ended)
      })
    ending.add(ended)
  }
  return {
    /** A connection has one program at a time: the one before it has ended over the newer protocol. */
    started: (connection: number, root: ProcessRoot): void => {
      end(connection)
      running.set(connection, { root, release: keep(root.pid) })
    },
    end,
    /** Resolves when nothing is left of those that were ended. */
    ended: async (): Promise<void> => {
      await Promise.all(ending)
    },
  }
}
