import { z } from 'zod'

/** Settings that windows store. `config.toml` has no keys for them. */
export const CHOICES = {
  /** Whether the app runs without a window. */
  keepRunning: z.boolean(),
  /** Whether the person answered the question about it. */
  keepRunningAsked: z.boolean(),
} as const

export type Choices = { readonly [Key in keyof typeof CHOICES]: z.infer<(typeof CHOICES)[Key]> }
