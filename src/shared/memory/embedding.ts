import { z } from 'zod'
import type { AppErrorData } from '../errors.ts'

/** The model that tells what means something alike, and whose it is. */
export const EmbeddingChoice = z.strictObject({
  provider: z.string().regex(/^[^/\s]+$/),
  model: z.string().trim().min(1).max(200),
})
export type EmbeddingChoice = z.infer<typeof EmbeddingChoice>

/**
 * How far memories and pages are embedded. `off`: nobody chose a model, and nothing leaves the machine for it.
 * `unable`: this machine cannot compare vectors.
 */
export type EmbeddingState = 'off' | 'working' | 'done' | 'stopped' | 'failed' | 'unable'

export type EmbeddingStanding = {
  readonly choice: EmbeddingChoice | null
  /** Where the texts are sent; null where nothing is, or that provider is not set up any more. */
  readonly host: string | null
  readonly state: EmbeddingState
  readonly done: number
  readonly total: number
  /** Why it does not go on. */
  readonly problem: AppErrorData | null
}

/** Why meanings were not compared although a model is chosen: it took too long, or it failed. */
export const MissedMeaning = z.enum(['late', 'failed'])
export type MissedMeaning = z.infer<typeof MissedMeaning>
