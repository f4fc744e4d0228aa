import { z } from 'zod'
import { SessionId } from '../../ids.ts'
import type { Recap } from '../../session/recaps/recap.ts'
import { call } from '../call.ts'

const ofSession = z.strictObject({ sessionId: SessionId })

/** Questions that the model of a chat answers beside the conversation. */
export const SIDE_QUERY_CALLS = {
  /** Asks for what the answers before do not know yet. Throws a sentence when nothing can be asked. */
  'sideQuery.ask': call<Recap>()(() => ofSession.extend({ part: z.enum(['summary', 'line']) })),
  /** Stops the question of a chat that is under way. */
  'sideQuery.stop': call<null>()(() => ofSession),
} as const
