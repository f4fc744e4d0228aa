import { z } from 'zod'
import type { Drafted } from '../../agent/agent-proposal.ts'
import { ProjectId, SessionId } from '../../ids.ts'
import {
  type StatusLineAnswer,
  type StatusLineProposal,
  type StatusLineSettings,
  VimMode,
} from '../../status-line/status-line.ts'
import { call, personCall } from '../call.ts'

export const STATUS_LINE_CALLS = {
  /** The settings of the status line command; null while there is none. */
  'statusLine.settings': call<StatusLineSettings>()(() => z.strictObject({})),
  /** Runs the command for a chat, for at most five seconds. A newer call of the window replaces it. */
  'statusLine.run': call<StatusLineAnswer>()(() =>
    z.strictObject({ sessionId: SessionId, vimMode: z.exactOptional(VimMode) }),
  ),
  /** Has a model draft a command from a sentence of the person, in a trusted project. Sets and starts nothing. */
  'statusLine.draft': personCall<Drafted<StatusLineProposal>>()(() =>
    z.strictObject({ projectId: ProjectId, wish: z.string().trim().min(1).max(4_000) }),
  ),
  'statusLine.stopDraft': call<null>()(() => z.strictObject({ projectId: ProjectId })),
  /** Sets the command; null removes it. */
  'statusLine.set': personCall<null>()(() =>
    z.strictObject({ command: z.string().trim().min(1).max(4_000).nullable() }),
  ),
} as const
