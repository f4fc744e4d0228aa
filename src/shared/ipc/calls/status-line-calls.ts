import { z } from 'zod'
import { SessionId } from '../../ids.ts'
import type { StatusLineAnswer, StatusLineSettings } from '../../status-line/status-line.ts'
import { call, personCall } from '../call.ts'

export const STATUS_LINE_CALLS = {
  /** The settings of the status line command; null while there is none. */
  'statusLine.settings': call<StatusLineSettings>()(() => z.strictObject({})),
  /** Runs the command for a chat, for at most five seconds. A newer call of the window replaces it. */
  'statusLine.run': call<StatusLineAnswer>()(() => z.strictObject({ sessionId: SessionId })),
  /** Sets the command; null removes it. */
  'statusLine.set': personCall<null>()(() =>
    z.strictObject({ command: z.string().trim().min(1).max(4_000).nullable() }),
  ),
} as const
