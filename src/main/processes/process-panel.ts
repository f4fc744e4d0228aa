import type { ProcessId, ProcessLine } from '#shared/process/process.ts'
import type { Clock } from '../lib/clock.ts'
import type { ProcessTree } from '../lib/programs/process-tree.ts'
import { type LinesInput, type Look, processLines } from './process-lines.ts'
import type { ReadProcesses } from './processes.ts'
import type { ProcessRegistry } from './registry.ts'
import type { ThreadRegistry } from './threads.ts'

type Deps = Pick<LinesInput, 'self' | 'titleOf'> & {
  readonly read: ReadProcesses
  readonly registry: ProcessRegistry
  readonly threads: Pick<ThreadRegistry, 'all'>
  readonly tree: Pick<ProcessTree, 'end'>
  readonly clock: Pick<Clock, 'now' | 'elapsed'>
  readonly signal: AbortSignal
}

/** Windows that look at the same time share one look. */
const SHARED_MS = 500
/** After this long the last look says nothing about now. */
const STALE_MS = 30_000
const GRACE_MS = 2_000

/** Creates the process list of the app. It samples only on request; nothing runs between two samples. */
export function createProcessPanel({ read, registry, threads, tree, clock, signal, ...deps }: Deps) {
  let looking: { readonly at: number; readonly lines: Promise<readonly ProcessLine[]> } | null = null
  let before: Look | null = null

  const look = async (): Promise<readonly ProcessLine[]> => {
    const seen = await read(signal)
    const at = clock.elapsed()
    const last = before !== null && at - before.at < STALE_MS ? before : null
    const found = processLines({
      ...deps,
      seen,
      programs: registry.all(),
      threads: threads.all(),
      before: last,
      now: clock.now(),
      at,
    })
    before = found.look
    return found.lines
  }

  return {
    list: (): Promise<readonly ProcessLine[]> => {
      const at = clock.elapsed()
      if (looking === null || at - looking.at >= SHARED_MS) {
        looking = { at, lines: look() }
        // The next one to ask tries again.
        looking.lines.catch(() => {
          looking = null
        })
      }
      return looking.lines
    },
    stop: async (id: ProcessId): Promise<void> => {
      const program = id.startsWith('prog_') ? registry.get(Number(id.slice('prog_'.length))) : null
      if (program?.end !== undefined) program.end()
      else if (program !== null) await tree.end(program, GRACE_MS)
      looking = null
    },
  }
}

export type ProcessPanel = ReturnType<typeof createProcessPanel>
