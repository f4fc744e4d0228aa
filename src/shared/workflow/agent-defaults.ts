import { z } from 'zod'
import { ReasoningEffort } from '../model/model.ts'
import { PermissionMode } from '../permission/mode.ts'
import { WORKFLOW_LIMITS } from './limits.ts'

const DAY_MS = 24 * 60 * 60_000

/** A time limit of an agent, in milliseconds. */
export const AgentWaitMs = z.number().int().min(100).max(DAY_MS)
/** Maximum retries of a failed agent. */
export const AgentRetries = z.number().int().min(0).max(WORKFLOW_LIMITS.maxRetries)

/** The effort of the model of an agent. */
export const AgentEffort = ReasoningEffort
export type AgentEffort = ReasoningEffort

/** Defaults for the agents of a run, used when a script call sets no value. */
export const AgentDefaults = z.strictObject({
  timeoutMs: AgentWaitMs,
  /** Maximum silence of an agent, in milliseconds. */
  idleMs: AgentWaitMs,
  retries: AgentRetries,
  /** Agents that can change files each get a git work tree. */
  ownWorktree: z.boolean(),
  /** The permission mode of agents; null uses that of new chats. */
  permissionMode: PermissionMode.nullable(),
  /** The model of agents that name none: a reference or a role. Missing: that of the chat. */
  model: z.exactOptional(z.string().trim().min(1).max(300)),
  /** Their effort. Without one, that of the chat. */
  effort: z.exactOptional(AgentEffort),
})
export type AgentDefaults = z.infer<typeof AgentDefaults>

/** Agent defaults when no value is set. */
export const USUAL_AGENTS: AgentDefaults = {
  timeoutMs: WORKFLOW_LIMITS.agentTimeoutMs,
  idleMs: WORKFLOW_LIMITS.agentIdleMs,
  retries: 1,
  ownWorktree: false,
  permissionMode: null,
}
