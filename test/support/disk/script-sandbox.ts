import { createHash } from 'node:crypto'
import { systemClock } from '../../../src/main/lib/clock.ts'
import { silentLogger } from '../../../src/main/lib/logger.ts'
import type { ScriptHost } from '../../../src/main/workflows/engine/ports.ts'
import { compileQuickJs } from '../../../src/main/workflows/host/scripts/quickjs-wasm.ts'
import {
  SANDBOX_LIMITS,
  type SandboxLimits,
} from '../../../src/main/workflows/host/scripts/sandbox-limits.ts'
import { createScriptHost } from '../../../src/main/workflows/host/scripts/script-host.ts'
import { buildWorker } from './build-worker.ts'

export type BuiltSandbox = {
  /** A host over the built worker. Limits of time can be shortened, so that a test need not wait for them. */
  readonly host: (limits?: Partial<SandboxLimits>) => ScriptHost
  /** The built worker. */
  readonly worker: URL
}

/** Builds the sandbox's worker as the app does: a thread cannot be started from TypeScript. */
export async function buildSandbox(): Promise<BuiltSandbox> {
  const built = await buildWorker('src/main/workflows/host/scripts/script-worker.ts')
  let module: Promise<object> | null = null
  const compile = () => {
    module ??= compileQuickJs()
    return module
  }
  return {
    ...built,
    host: (limits = {}) =>
      createScriptHost({
        worker: built.worker,
        compile,
        clock: systemClock,
        logger: silentLogger,
        limits: { ...SANDBOX_LIMITS, ...limits },
      }),
  }
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
