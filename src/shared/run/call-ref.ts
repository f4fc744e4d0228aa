import { z } from 'zod'
import { CallId, RunId } from '../ids.ts'

/** One call of a run. Models use the names of calls again in later turns. */
export const CallRef = z.strictObject({ runId: RunId, turn: z.number().int(), callId: CallId })
export type CallRef = z.infer<typeof CallRef>

/** Whether two references name the same call. */
export const isSameCall = (one: CallRef, other: CallRef): boolean =>
  one.runId === other.runId && one.turn === other.turn && one.callId === other.callId
