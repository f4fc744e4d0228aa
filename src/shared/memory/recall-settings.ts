import { z } from 'zod'
import { EmbeddingChoice } from './embedding.ts'

/** Settings for automatic recall. */
export const RecallSettings = z.strictObject({
  /** Whether chats are given what is remembered without asking for it. */
  recall: z.boolean(),
  /** Minimum match score, from 0 to 1. */
  minScore: z.number().min(0).max(1),
  /** The share of what a model can read that memories brought to one question may take. */
  maxBudgetFraction: z.number().min(0.01).max(0.5),
})
export type RecallSettings = z.infer<typeof RecallSettings>

/** Recall settings in one settings file or from the person. Missing fields stay unchanged. */
export const RecallChanges = z.strictObject({
  recall: z.exactOptional(RecallSettings.shape.recall),
  minScore: z.exactOptional(RecallSettings.shape.minScore),
  maxBudgetFraction: z.exactOptional(RecallSettings.shape.maxBudgetFraction),
})
export type RecallChanges = z.infer<typeof RecallChanges>

/**
 * Memory settings of the person's own file. Includes settings a project may not change, because they cost
 * money.
 */
export const MemoryChanges = z.strictObject({
  ...RecallChanges.shape,
  /** Whether chats that have come to rest are looked over for what to remember. */
  propose: z.exactOptional(z.boolean()),
})
export type MemoryChanges = z.infer<typeof MemoryChanges>

/** The `[memory]` table of the person's file. */
export const MemoryTable = z.strictObject({
  ...MemoryChanges.shape,
  /** The model that tells what means something alike. Left out: words alone, and nothing is sent anywhere. */
  embeddings: z.exactOptional(EmbeddingChoice),
})

/** Recall settings when no file sets a value. */
export const RECALL_DEFAULTS: RecallSettings = { recall: true, minScore: 0.7, maxBudgetFraction: 0.2 }

/** The source of a value: built-in default, user `config.toml` or project `config.toml`. */
export type SettledBy = 'builtin' | 'user' | 'project'

/** The settings in effect at one place, with the source of each value. */
export type RecallInForce = {
  readonly values: RecallSettings
  readonly from: Readonly<Record<keyof RecallSettings, SettledBy>>
}

/** All that is settled about memory. */
export type MemoryInForce = RecallInForce & { readonly propose: boolean }
