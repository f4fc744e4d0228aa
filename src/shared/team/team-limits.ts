import { z } from 'zod'
import { ChatLimits } from '../session/chat-limits.ts'

const Minutes = z.number().positive().max(1_000_000).nullable()

/**
 * What a team may use, over all runs of its teammates and of who works for them: where the person is told, and where
 * they pause. Minutes are those of all of them together; waiting for the person is not counted.
 */
export const TeamLimits = ChatLimits.extend({ warnMinutes: Minutes, stopMinutes: Minutes })
export type TeamLimits = z.infer<typeof TeamLimits>
