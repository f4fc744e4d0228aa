import { z } from 'zod'
import type { WorkflowRunId } from '../ids.ts'
import type { WorkflowState } from '../workflow/workflow.ts'

/** A chat as it would be shared: what the person sees is what goes out. */
export type SharePreview = {
  readonly host: string
  /** The name that the server has for a shared text. */
  readonly kind: 'gist' | 'snippet'
  readonly title: string
  readonly fileName: string
  readonly text: string
  /** Number of hidden secrets. */
  readonly secrets: number
  /** Names the text. Sharing is refused where the chat has another one by then. */
  readonly digest: string
}

/** The page of a shared chat. */
export type SharedChat = { readonly url: string }

/** The result of creating an issue. `none`: the repository takes neither. */
export type CreatedIssue =
  | { readonly kind: 'issue' | 'discussion'; readonly url: string }
  | { readonly kind: 'none' }

const Commit = z.string().regex(/^[0-9a-f]{40,64}$/)

/** Two commits whose difference is reviewed. */
export const ReviewRange = z.strictObject({ base: Commit, head: Commit })
export type ReviewRange = z.infer<typeof ReviewRange>

/** The subject of a review. */
export type ReviewTarget = ReviewRange & {
  /** Null for the branch that is checked out. */
  readonly number: number | null
  /** The title of the pull request; empty for a branch. */
  readonly title: string
  readonly branch: string
  readonly baseBranch: string
  readonly commits: number
  readonly files: number
  readonly added: number
  readonly removed: number
  /** Whether files have changes that are not committed, which are not reviewed. */
  readonly hasUncommitted: boolean
}

const Finding = z.object({
  file: z
    .string()
    .min(1)
    .max(4_096)
    // Programs refuse an argument with this letter in it.
    .transform((path) => path.replaceAll('\0', '')),
  line: z.number().int().positive().optional().catch(undefined),
  title: z.string().max(2_000),
  why: z.string().max(20_000),
  dimension: z.string().max(200).optional(),
  confirmedBy: z.number().int().nonnegative(),
  of: z.number().int().nonnegative(),
})

/** A problem that a review has found, confirmed by most of the agents that tried to refute it. */
export type ReviewFinding = z.infer<typeof Finding>

/** The result of the workflow that reviews. */
export const ReviewResult = z.object({
  confirmed: z.array(Finding).max(1_000),
  refuted: z.array(z.unknown()),
  notReviewed: z.array(z.string().max(200)),
})

/** A review of a range: how far it is, and what it found. */
export type ReviewState = {
  readonly workflowRunId: WorkflowRunId
  readonly state: WorkflowState
  readonly agentsDone: number
  readonly agentsTotal: number
  /** US dollars; null where a price is unknown. */
  readonly usd: number | null
  /** Null until it is done, and where its result cannot be read. */
  readonly findings: readonly ReviewFinding[] | null
  readonly refuted: number
  /** Sides from which it was not reviewed, because their agent did not finish. */
  readonly notReviewed: readonly string[]
}
