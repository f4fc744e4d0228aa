import { z } from 'zod'
import type { AppErrorData } from '../errors.ts'
import {
  type EventId,
  MemoryId,
  MemoryProposalId,
  type Millis,
  type ProjectId,
  type SessionId,
} from '../ids.ts'
import { type MemoryItem, MemoryText } from './memory.ts'

/** Something a model found worth remembering, and the message it was said in. Nothing is kept until the person agrees. */
export type MemoryProposal = MemoryText & {
  readonly id: MemoryProposalId
  readonly projectId: ProjectId
  readonly sessionId: SessionId
  readonly eventId: EventId
  /** Null when that chat is gone. */
  readonly title: string | null
  /** How the message begins. */
  readonly said: string | null
  readonly at: Millis
  /** What is remembered already and says the same, or something else, under this key or in much the same words. */
  readonly against: readonly MemoryItem[]
}

/** How looking over a chat went, or goes. */
export type MemoryLook = {
  readonly sessionId: SessionId
  readonly title: string | null
  readonly state: 'looking' | 'done' | 'failed'
  readonly found: number
  readonly problem: AppErrorData | null
}

export type MemoryProposals = {
  readonly proposals: readonly MemoryProposal[]
  /** Since the app was started, the newest first. */
  readonly looks: readonly MemoryLook[]
}

/** What the person says to a proposal. What they keep is kept in their words. */
export const ProposalAnswer = z.discriminatedUnion('say', [
  z.strictObject({ say: z.literal('keep'), id: MemoryProposalId, text: MemoryText }),
  /** In the place of something that is remembered already. */
  z.strictObject({ say: z.literal('replace'), id: MemoryProposalId, text: MemoryText, over: MemoryId }),
  z.strictObject({ say: z.literal('dismiss'), id: MemoryProposalId }),
])
export type ProposalAnswer = z.infer<typeof ProposalAnswer>
