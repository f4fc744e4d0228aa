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
  /** The beginning of the message. */
  readonly said: string | null
  readonly at: Millis
  /** Existing items under the same key or with similar wording, whether they agree or contradict. */
  readonly against: readonly MemoryItem[]
}

/** The result or progress of scanning one chat. */
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

/** The person's answer to a proposal. `keep` stores the text as the person edited it. */
export const ProposalAnswer = z.discriminatedUnion('say', [
  z.strictObject({ say: z.literal('keep'), id: MemoryProposalId, text: MemoryText }),
  /** Replaces an existing item. */
  z.strictObject({ say: z.literal('replace'), id: MemoryProposalId, text: MemoryText, over: MemoryId }),
  z.strictObject({ say: z.literal('dismiss'), id: MemoryProposalId }),
])
export type ProposalAnswer = z.infer<typeof ProposalAnswer>
