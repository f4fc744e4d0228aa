import { WORKFLOW_LIMITS, withinConcurrency } from '#shared/workflow/limits.ts'
import { type ParsedOrNot, parseScript } from './parse-script.ts'
import type { EnginePorts } from './ports.ts'
import { parsedOrThrow, readyScript } from './ready-script.ts'
import { beginRun, type WorkflowHandle } from './run.ts'
import type { AttemptRequest, ScriptSource, WorkflowRequest } from './workflow-request.ts'

/** Runs workflow scripts. It knows nothing of the app: everything it touches is handed to it. */
export type Engine = {
  readonly parse: (source: string, fileName: string) => ParsedOrNot
  /**
   * Makes a script ready to run. Rejects with an `AppError` (`script.invalid`) when the script or its arguments are not
   * right.
   */
  readonly prepare: (script: ScriptSource, args: unknown, signal: AbortSignal) => Promise<PreparedRun>
  /** Prepares a run and begins it. Where it rejects, nothing has happened. */
  readonly start: (request: WorkflowRequest, signal: AbortSignal) => Promise<WorkflowHandle>
  /** Rejects as `prepare` would, and keeps nothing open. */
  readonly check: (script: ScriptSource, args: unknown, signal: AbortSignal) => Promise<void>
}

/** A script with arguments that fit it, in a sandbox of its own. Begin it once, or close it. */
export type PreparedRun = {
  /** When the signal aborts, the run ends as `interrupted`. */
  readonly begin: (request: AttemptRequest, signal: AbortSignal) => WorkflowHandle
  readonly close: () => Promise<void>
}

export function createEngine(ports: EnginePorts): Engine {
  return {
    parse: parseScript,
    prepare: (script, args, signal) => prepare(ports, script, args, signal),
    start: async (request, signal) => {
      const { script, args } = request
      return (await prepare(ports, script, args, signal)).begin(request, signal)
    },
    check: async (script, args, signal) => (await prepare(ports, script, args, signal)).close(),
  }
}

async function prepare(
  ports: EnginePorts,
  { source, fileName }: ScriptSource,
  args: unknown,
  signal: AbortSignal,
): Promise<PreparedRun> {
  signal.throwIfAborted()
  // Most mistakes are found without a sandbox.
  const script = parsedOrThrow(source, fileName)
  const sandbox = await ports.scripts.open(signal)
  try {
    const ready = await readyScript(script, args, sandbox.check)
    return {
      begin: (request, until) => {
        const concurrency = withinConcurrency(request.concurrency ?? WORKFLOW_LIMITS.defaultConcurrency)
        return beginRun({ ports, request, ready, sandbox, concurrency }, until)
      },
      close: sandbox.close,
    }
  } catch (error) {
    await sandbox.close()
    throw error
  }
}
