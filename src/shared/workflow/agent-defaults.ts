import { z } from 'zod'
import { PermissionMode } from '../permission/mode.ts'
import { WORKFLOW_LIMITS } from './limits.ts'

const DAY_MS = 24 * 60 * 60_000

/** How long something of an agent may take, in milliseconds. */
export const AgentWaitMs = z.number().int().min(100).max(DAY_MS)
/** How often an agent that failed is started again. */
export const AgentRetries = z.number().int().min(0).max(WORKFLOW_LIMITS.maxRetries)

/** What holds for the agents of a run where a call of the script does not say otherwise. */
export const AgentDefaults = z.strictObject({
  timeoutMs: AgentWaitMs,
  /** How long nothing may be heard of an agent. */
  idleMs: AgentWaitMs,
  retries: AgentRetries,
  /** Agents that can change files each get a git work tree. */
  ownWorktree: z.boolean(),
  /** How much agents may do without asking; null for what new chats may. */
  permissionMode: PermissionMode.nullable(),
})
export type AgentDefaults = z.infer<typeof AgentDefaults>

/** What holds where nobody said anything. */
export const USUAL_AGENTS: AgentDefaults = {
  timeoutMs: WORKFLOW_LIMITS.agentTimeoutMs,
  idleMs: WORKFLOW_LIMITS.agentIdleMs,
  retries: 1,
  ownWorktree: false,
  permissionMode: null,
}
