import { z } from 'zod'
import { RunId, SessionId } from '../ids.ts'

/** The state of a workflow run. All but `done` can be resumed. */
export const WorkflowState = z.enum(['running', 'paused', 'interrupted', 'stopped', 'failed', 'done'])
export type WorkflowState = z.infer<typeof WorkflowState>

/** The states a run can end an attempt in. */
export const WorkflowEndState = WorkflowState.exclude(['running'])
export type WorkflowEndState = z.infer<typeof WorkflowEndState>

/** A group of agents that a script announces before it opens it. */
export const WorkflowPhase = z.strictObject({
  title: z.string().trim().min(1).max(200),
  detail: z.exactOptional(z.string().max(2_000)),
  /** The model of the phase in words of its author. Each call of an agent names its own. */
  model: z.exactOptional(z.string().max(300)),
})
export type WorkflowPhase = z.infer<typeof WorkflowPhase>

/** A script's own metadata in `export const meta`. `args` is JSON Schema. */
export const WorkflowMeta = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(80)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens, like "review-changes"'),
  description: z.string().trim().min(1).max(2_000),
  /** When people and agents should choose the script. */
  whenToUse: z.exactOptional(z.string().trim().max(2_000)),
  phases: z.exactOptional(z.array(WorkflowPhase).max(100)),
  args: z.exactOptional(z.record(z.string(), z.unknown())),
})
export type WorkflowMeta = z.infer<typeof WorkflowMeta>

/** The location of a saved script: bundled, user folder or project folder. */
export const WorkflowPlace = z.enum(['bundled', 'user', 'project'])
export type WorkflowPlace = z.infer<typeof WorkflowPlace>

/** The transcript of an agent. */
export const AgentRef = z.strictObject({ sessionId: SessionId, runId: RunId })
export type AgentRef = z.infer<typeof AgentRef>
