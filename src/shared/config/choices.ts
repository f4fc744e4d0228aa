import { z } from 'zod'

/** The least important lines that the log keeps. */
export const LogLevel = z.enum(['error', 'warn', 'info'])
export type LogLevel = z.infer<typeof LogLevel>

export const TextSize = z.enum(['small', 'medium', 'large'])
export type TextSize = z.infer<typeof TextSize>

/** Settings that windows store. `config.toml` has no keys for them. */
export const CHOICES = {
  /** Whether the app runs without a window. */
  keepRunning: z.boolean(),
  /** Whether the person answered the question about it. */
  keepRunningAsked: z.boolean(),
  /** Whether the app shows desktop notifications. */
  notifications: z.boolean(),
  textSize: TextSize,
  logLevel: LogLevel,
} as const

export type Choices = { readonly [Key in keyof typeof CHOICES]: z.infer<(typeof CHOICES)[Key]> }
