import { z } from 'zod'
import type { InboxItem } from '../../session/interactions/inbox.ts'
import { call } from '../call.ts'

export const INBOX_CALLS = {
  /** Everything that waits for the person, in every chat, agent and workflow run; what has waited longest first. */
  'inbox.list': call<readonly InboxItem[]>()(() => z.strictObject({})),
} as const
