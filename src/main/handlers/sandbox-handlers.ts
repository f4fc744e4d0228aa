import type { SANDBOX_CALLS } from '#shared/ipc/calls/sandbox-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { SandboxStatus, SandboxTrial } from '#shared/sandbox/sandbox.ts'

type Rooms = {
  readonly sandbox: {
    readonly status: () => Promise<SandboxStatus>
    readonly tryIt: (signal: AbortSignal) => Promise<SandboxTrial | null>
  }
  readonly signal: AbortSignal
}

/** Creates the handlers for the command sandbox. */
export function createSandboxHandlers({
  sandbox,
  signal,
}: Rooms): Pick<Handlers, keyof typeof SANDBOX_CALLS> {
  return {
    'sandbox.status': () => sandbox.status(),
    'sandbox.try': () => sandbox.tryIt(signal),
  }
}
