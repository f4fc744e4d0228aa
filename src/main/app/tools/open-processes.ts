import type { Clock } from '../../lib/clock.ts'
import type { ProcessTree } from '../../lib/programs/process-tree.ts'
import { createProcessPanel } from '../../processes/process-panel.ts'
import { readProcessesOn } from '../../processes/read-processes.ts'
import type { ProcessRegistry } from '../../processes/registry.ts'
import type { ThreadRegistry } from '../../processes/threads.ts'
import type { Storage } from '../storage/open-storage.ts'

type Deps = {
  readonly storage: Pick<Storage, 'store'>
  readonly processes: ProcessTree
  readonly programs: ProcessRegistry
  readonly threads: ThreadRegistry
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** The processes of the app, on this system. */
export function openProcesses({ storage, processes, programs, threads, clock, signal }: Deps) {
  return createProcessPanel({
    read: readProcessesOn(process.platform, process.env['SystemRoot'] ?? 'C:\\Windows'),
    registry: programs,
    threads,
    tree: processes,
    self: process.pid,
    titleOf: (sessionId) => storage.store.folds(sessionId).session?.meta.title ?? '',
    clock,
    signal,
  })
}
