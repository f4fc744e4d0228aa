import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { systemClock } from '../../src/main/lib/clock.ts'
import { silentLogger } from '../../src/main/lib/logger.ts'
import type { ScriptHost } from '../../src/main/workflows/engine/ports.ts'
import { compileQuickJs } from '../../src/main/workflows/host/quickjs-wasm.ts'
import { SANDBOX_LIMITS, type SandboxLimits } from '../../src/main/workflows/host/sandbox-limits.ts'
import { createScriptHost } from '../../src/main/workflows/host/script-host.ts'

export type BuiltSandbox = {
  /** A host over the built worker. Limits of time can be shortened, so that a test need not wait for them. */
  readonly host: (limits?: Partial<SandboxLimits>) => ScriptHost
  /** The built worker. */
  readonly worker: URL
  readonly remove: () => Promise<void>
}

const root = resolve(import.meta.dirname, '../..')

/** Builds the sandbox's worker as the app does: a thread cannot be started from TypeScript. */
export async function buildSandbox(): Promise<BuiltSandbox> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-sandbox-'))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node20.18',
      outDir: folder,
      minify: false,
      rolldownOptions: {
        input: { 'script-worker': resolve(root, 'src/main/workflows/host/script-worker.ts') },
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
    ssr: { noExternal: true },
  })
  const worker = pathToFileURL(join(folder, 'script-worker.mjs'))
  let module: Promise<object> | null = null
  const compile = () => {
    module ??= compileQuickJs()
    return module
  }
  return {
    worker,
    host: (limits = {}) =>
      createScriptHost({
        worker,
        compile,
        clock: systemClock,
        logger: silentLogger,
        limits: { ...SANDBOX_LIMITS, ...limits },
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
