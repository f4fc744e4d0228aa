import { type RecordDeps, settleVersion } from './record-change.ts'
import { settleRestore } from './restore.ts'

/** Files recovered after a crash. */
export type Recovered = {
  readonly path: string
  readonly was: 'change' | 'restore'
  readonly settled: 'finished' | 'rolled-back' | 'unknown'
}

/**
 * Settles changes and restores that were running when the app ended. The locks are requested before the first
 * wait, so no other access comes earlier. Temporary files are deleted. A file that cannot be settled stays
 * for the next start.
 */
export async function recover(deps: RecordDeps, signal: AbortSignal): Promise<Recovered[]> {
  const settle = async (path: string, was: Recovered['was'], work: () => Promise<Recovered['settled']>) => {
    const unlock = await deps.lock(deps.keyOf(path), signal)
    try {
      return { path, was, settled: await work() }
    } catch (error) {
      deps.logger.error('A file could not be settled after the last time', error)
      return { path, was, settled: 'unknown' as const }
    } finally {
      unlock()
    }
  }
  const restores = deps.rows
    .restores()
    .map((restore) => settle(restore.path, 'restore', () => settleRestore(deps, restore, true)))
  const changes = deps.rows.begun().map((version) =>
    settle(version.path, 'change', async () => {
      if (version.draft !== undefined) await deps.disk.removeDraft(version.draft)
      await settleVersion(deps, version)
      return deps.rows.byIds([version.id]).length === 0 ? 'rolled-back' : 'finished'
    }),
  )
  return Promise.all([...restores, ...changes])
}
