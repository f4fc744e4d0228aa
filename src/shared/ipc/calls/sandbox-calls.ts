import { z } from 'zod'
import type { SandboxStatus, SandboxTrial } from '../../sandbox/sandbox.ts'
import { call } from '../call.ts'

export const SANDBOX_CALLS = {
  /** Whether this machine has a sandbox and what it covers. */
  'sandbox.status': call<SandboxStatus>()(() => z.strictObject({})),
  /** Runs the self-test; null where this machine has no sandbox. */
  'sandbox.try': call<SandboxTrial | null>()(() => z.strictObject({})),
} as const
