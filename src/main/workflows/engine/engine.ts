import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import { type ParsedOrNot, parseScript } from './parse-script.ts'
import type { EnginePorts } from './ports.ts'
import { parsedOrThrow, readyScript } from './ready-script.ts'
import { beginRun, type WorkflowHandle } from './run.ts'
import type { WorkflowRequest } from './workflow-request.ts'

/** Runs workflow scripts. It knows nothing of the app: everything it touches is handed to it. */
export type Engine = {
  readonly parse: (source: string, fileName: string) => ParsedOrNot
  /**
   * Resolves once the run has begun. Rejects with an `AppError` (`script.invalid`) when the script or its arguments
   * are not right, and then nothing has happened. When the signal aborts, the run ends as `interrupted`.
   */
  readonly start: (request: WorkflowRequest, signal: AbortSignal) => Promise<WorkflowHandle>
  /** Rejects as `start` would, and starts nothing. */
  readonly check: (script: WorkflowRequest['script'], args: unknown, signal: AbortSignal) => Promise<void>
}

export function createEngine(ports: EnginePorts): Engine {
  return {
    parse: parseScript,
    start: (request, signal) => start(ports, request, signal),
    check: async ({ source, fileName }, args, signal) => {
      const script = parsedOrThrow(source, fileName)
      const sandbox = await ports.scripts.open(signal)
      try {
        await readyScript(script, args, sandbox.check)
      } finally {
        await sandbox.close()
      }
    },
  }
}

async function start(
  ports: EnginePorts,
  request: WorkflowRequest,
  signal: AbortSignal,
): Promise<WorkflowHandle> {
  signal.throwIfAborted()
  // Most mistakes are found without a sandbox.
  const script = parsedOrThrow(request.script.source, request.script.fileName)
  const sandbox = await ports.scripts.open(signal)
  try {
    const ready = await readyScript(script, request.args, sandbox.check)
    const concurrency = clamped(request.concurrency ?? WORKFLOW_LIMITS.defaultConcurrency)
    return beginRun({ ports, request, ready, sandbox, concurrency }, signal)
  } catch (error) {
    await sandbox.close()
    throw error
  }
}

const clamped = (wanted: number): number =>
  Math.min(WORKFLOW_LIMITS.maxConcurrency, Math.max(1, Math.floor(wanted) || 1))
