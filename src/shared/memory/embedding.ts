import { z } from 'zod'
import type { AppErrorData } from '../errors.ts'

/** The model that tells what means something alike, and whose it is. */
export const EmbeddingChoice = z.strictObject({
  provider: z.string().regex(/^[^/\s]+$/),
  model: z.string().trim().min(1).max(200),
})
export type EmbeddingChoice = z.infer<typeof EmbeddingChoice>

/**
 * Progress of embedding memories and pages. `off`: no model is chosen, and no text leaves the machine for it.
 * `unable`: this machine cannot compare vectors.
 */
export type EmbeddingState = 'off' | 'working' | 'done' | 'stopped' | 'failed' | 'unable'

export type EmbeddingStanding = {
  readonly choice: EmbeddingChoice | null
  /** The host that receives the texts. Null when none does or the provider was removed. */
  readonly host: string | null
  readonly state: EmbeddingState
  readonly done: number
  readonly total: number
  /** The reason embedding stopped. */
  readonly problem: AppErrorData | null
}

/** Why meanings were not compared although a model is chosen: it took too long, or it failed. */
export const MissedMeaning = z.enum(['late', 'failed'])
export type MissedMeaning = z.infer<typeof MissedMeaning>
