import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildOnce } from './build-once.ts'

export type BuiltWorker = { readonly worker: URL }

/**
 * Builds the program of a thread, or of a process, as the app does: none can be started from TypeScript. `source` is its
 * path from the root.
 */
export async function buildWorker(source: string): Promise<BuiltWorker> {
  const folder = await buildOnce({ sources: { worker: source }, format: 'es', external: ['better-sqlite3'] })
  return { worker: pathToFileURL(join(folder, 'worker.mjs')) }
}
