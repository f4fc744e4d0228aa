import { z } from 'zod'
import { ProcessId, type ProcessLine } from '../../process/process.ts'
import { call } from '../call.ts'

export const PROCESS_CALLS = {
  /** Returns all processes of the app, sampled now. Nothing is sampled without a call. */
  'process.list': call<readonly ProcessLine[]>()(() => z.strictObject({})),
  /** Ends a program of an agent with everything it has started. Harmless when it has ended. */
  'process.stop': call<null>()(() => z.strictObject({ processId: ProcessId })),
} as const
