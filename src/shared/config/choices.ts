import { z } from 'zod'
import { TerminalLook } from '../terminal/terminal-look.ts'

/** The least important lines that the log keeps. */
export const LogLevel = z.enum(['error', 'warn', 'info'])
export type LogLevel = z.infer<typeof LogLevel>

export const TextSize = z.enum(['small', 'medium', 'large'])
export type TextSize = z.infer<typeof TextSize>

/** The space between lines, rows and entries of the window. */
export const Density = z.enum(['comfortable', 'compact'])
export type Density = z.infer<typeof Density>

/** Tokens between two summaries of a chat that are kept in the background. */
export const SummaryEvery = z.number().int().min(5_000).max(1_000_000)

/** The line under drafted commit messages that names the models whose changes a commit holds. */
export const CommitTrailer = z.enum(['none', 'assisted-by', 'co-authored-by'])
export type CommitTrailer = z.infer<typeof CommitTrailer>

/** Settings that windows store. Most have no key in `config.toml`. */
export const CHOICES = {
  /** Whether the app runs without a window. */
  keepRunning: z.boolean(),
  /** Whether the person answered the question about it. */
  keepRunningAsked: z.boolean(),
  /** Whether the app shows desktop notifications. */
  notifications: z.boolean(),
  textSize: TextSize,
  density: Density,
  /** Whether the message box takes keys in the manner of the editor Vim. */
  vimKeys: z.boolean(),
  /** Whether the app keeps a summary of long chats in the background. `chats.summaries` in `config.toml`. */
  chatSummaries: z.boolean(),
  /** The tokens by which a chat grows between two summaries. `chats.summaryEvery` in `config.toml`. */
  summaryEvery: SummaryEvery,
  /** Whether the next message is suggested after an answer. `chats.suggestions` in `config.toml`. */
  suggestions: z.boolean(),
  commitTrailer: CommitTrailer,
  /** The font and the cursor of terminals. */
  terminal: TerminalLook,
  logLevel: LogLevel,
} as const

export type Choices = { readonly [Key in keyof typeof CHOICES]: z.infer<(typeof CHOICES)[Key]> }
