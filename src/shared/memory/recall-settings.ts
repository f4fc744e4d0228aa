import { z } from 'zod'
import { EmbeddingChoice } from './embedding.ts'

/** What can be settled about memories that come to mind unasked. */
export const RecallSettings = z.strictObject({
  /** Whether chats are given what is remembered without asking for it. */
  recall: z.boolean(),
  /** What fits less than this, from 0 to 1, is not brought along. */
  minScore: z.number().min(0).max(1),
  /** The share of what a model can read that memories brought to one question may take. */
  maxBudgetFraction: z.number().min(0.01).max(0.5),
})
export type RecallSettings = z.infer<typeof RecallSettings>

/** What one settings file, or the person, says of it. */
export const RecallChanges = z.strictObject({
  recall: z.exactOptional(RecallSettings.shape.recall),
  minScore: z.exactOptional(RecallSettings.shape.minScore),
  maxBudgetFraction: z.exactOptional(RecallSettings.shape.maxBudgetFraction),
})
export type RecallChanges = z.infer<typeof RecallChanges>

/** What the person's own file can say of memory: also what a folder never decides, since it costs money. */
export const MemoryChanges = z.strictObject({
  ...RecallChanges.shape,
  /** Whether chats that have come to rest are looked over for what to remember. */
  propose: z.exactOptional(z.boolean()),
})
export type MemoryChanges = z.infer<typeof MemoryChanges>

/** All that stands in the person's file about memory. */
export const MemoryTable = z.strictObject({
  ...MemoryChanges.shape,
  /** The model that tells what means something alike. Left out: words alone, and nothing is sent anywhere. */
  embeddings: z.exactOptional(EmbeddingChoice),
})

/** What holds where nobody said anything. */
export const RECALL_DEFAULTS: RecallSettings = { recall: true, minScore: 0.7, maxBudgetFraction: 0.2 }

/** Who settled a value: the app, the person's `config.toml`, or that of the project. */
export type SettledBy = 'builtin' | 'user' | 'project'

/** What is in force in one place, and who settled each value. */
export type RecallInForce = {
  readonly values: RecallSettings
  readonly from: Readonly<Record<keyof RecallSettings, SettledBy>>
}

/** All that is settled about memory. */
export type MemoryInForce = RecallInForce & { readonly propose: boolean }
