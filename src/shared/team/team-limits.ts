import { z } from 'zod'
import { ChatLimits } from '../session/chat-limits.ts'

const Minutes = z.number().positive().max(1_000_000).nullable()

/**
 * Limits of a team, over all runs of its teammates and their subagents: warning and pause thresholds. Minutes
 * add up over all of them and exclude waiting for the person.
 */
export const TeamLimits = ChatLimits.extend({ warnMinutes: Minutes, stopMinutes: Minutes })
export type TeamLimits = z.infer<typeof TeamLimits>
