import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

export type BuiltWorker = { readonly worker: URL; readonly remove: () => Promise<void> }

const root = resolve(import.meta.dirname, '../../..')
// Inside the repository, where packages with a native part are found.
const folder = join(root, 'out')

/**
 * Builds the program of a thread, or of a process, as the app does: none can be started from TypeScript. `source` is its
 * path from the root.
 */
export async function buildWorker(source: string): Promise<BuiltWorker> {
  await mkdir(folder, { recursive: true })
  const outDir = await mkdtemp(join(folder, 'worker-'))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node20.18',
      outDir,
      minify: false,
      rolldownOptions: {
        input: { worker: resolve(root, source) },
        external: ['better-sqlite3'],
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
    ssr: { noExternal: true },
  })
  return {
    worker: pathToFileURL(join(outDir, 'worker.mjs')),
    remove: () => rm(outDir, { recursive: true, force: true }),
  }
}
