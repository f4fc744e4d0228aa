import { z } from 'zod'
import { SessionId } from '../../ids.ts'
import { call } from '../call.ts'

const NOTHING = z.strictObject({})

/** The program: its version, the commit it was built from and the time of the build. */
export type AppVersion = {
  readonly version: string
  readonly electron: string
  readonly node: string
  /** Null for a build outside of a git repository, and under tests. */
  readonly build: { readonly commit: string; readonly builtAt: string } | null
}

/** The runtime of the app, and the variables of its environment that matter to it. */
export type AppEnvironment = {
  readonly runtime: readonly { readonly name: string; readonly value: string }[]
  /** Secret values are masked. */
  readonly variables: readonly { readonly name: string; readonly value: string; readonly secret: boolean }[]
}

/** One tool call of a chat with its result; null while it has none. */
export type ToolCallPair = {
  readonly name: string
  /** Arguments as JSON, shortened. */
  readonly args: string
  readonly result: { readonly text: string; readonly isError: boolean; readonly durationMs: number } | null
}

export const DIAGNOSTIC_CALLS = {
  'app.version': call<AppVersion>()(() => NOTHING),
  'app.environment': call<AppEnvironment>()(() => NOTHING),
  /** Writes a performance report into the home and returns its path. */
  'app.perfReport': call<string>()(() =>
    z.strictObject({
      sessionId: SessionId.nullable(),
      format: z.enum(['md', 'json']),
      /** Newest lines of the log to include. */
      lines: z.int().min(0).max(1_000),
    }),
  ),
  /** Closes all windows and ends the app. */
  'app.quit': call<null>()(() => NOTHING),
  /** Switches full screen of the window; null only asks. Returns the state. */
  'window.fullScreen': call<boolean>()(() => z.strictObject({ on: z.boolean().nullable() })),
  /** The newest tool calls of a chat, oldest first. */
  'session.toolCalls': call<readonly ToolCallPair[]>()(() =>
    z.strictObject({ sessionId: SessionId, count: z.int().min(1).max(50) }),
  ),
} as const
