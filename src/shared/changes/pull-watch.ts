import { z } from 'zod'
import { ProjectId, PullWatchId, SessionId, WorktreeId } from '../ids.ts'
import type { Sentence } from '../sentences.ts'
import { CHECK_STATES } from './pulls.ts'

/** The reason for which a pull request is followed no more. */
export const WATCH_ENDS = [
  'green',
  'stopped',
  'expired',
  'tries',
  'cost',
  'failed',
  'unchanged',
  'moved',
  'refused',
  'merged',
  'closed',
  'unreachable',
] as const
export type WatchEnd = (typeof WATCH_ENDS)[number]

/** Whether fixes are pushed at once, or each after the person has seen it. */
export const PUSH_WAYS = ['ask', 'auto'] as const

/** Limits of an autofix: attempts to fix, and US dollars for all of them. */
export const FIX_LIMITS = { mostTries: 10, mostUsd: 1_000 } as const

const Commit = z.string().regex(/^[0-9a-f]{40,64}$/)

/** The last reading of a pull request, to compare the next one with. */
const Seen = z.object({
  commit: z.string(),
  review: z.string(),
  checks: z.record(z.string(), z.enum(CHECK_STATES)),
  comments: z.number().int().nonnegative(),
})
export type SeenPull = z.infer<typeof Seen>

/** The repair of a pull request whose checks fail. */
const Fix = z.object({
  /** The chat that repairs; null before the first attempt. */
  sessionId: SessionId.nullable(),
  worktreeId: WorktreeId.nullable(),
  /** The branch of the pull request. Nothing else is pushed to. */
  head: z.string(),
  /** The newest commit of the pull request that the app knows: its first one, then the pushed ones. */
  base: Commit,
  /** A commit that waits to be pushed. */
  ready: Commit.nullable(),
  /** Whether `ready` changes files that the checks themselves run, so that it is never pushed unseen. */
  isDelicate: z.boolean(),
  tries: z.number().int().nonnegative(),
  maxTries: z.number().int().positive(),
  /** US dollars. */
  limit: z.number().positive(),
  pushes: z.enum(PUSH_WAYS),
})
export type PullFix = z.infer<typeof Fix>

/** A pull request that the app follows for the person. Times are in epoch milliseconds. */
export const PullWatch = z.object({
  id: PullWatchId,
  kind: z.enum(['autofix', 'subscription']),
  projectId: ProjectId,
  /** The chat whose agent reads the news; null for none. */
  sessionId: SessionId.nullable(),
  host: z.string(),
  repository: z.string(),
  number: z.number().int().positive(),
  title: z.string(),
  createdAt: z.number(),
  expiresAt: z.number(),
  checkedAt: z.number().nullable(),
  /** Failed readings in a row. */
  misses: z.number().int().nonnegative(),
  state: z.enum(['watching', 'fixing', 'asking', 'ended']),
  end: z.object({ why: z.enum(WATCH_ENDS), detail: z.string() }).nullable(),
  seen: Seen.nullable(),
  fix: Fix.nullable(),
})
export type PullWatch = z.infer<typeof PullWatch>

/** A followed pull request as windows show it. */
export type PullWatchView = PullWatch & {
  /** US dollars of the repair; null where a price is unknown or nothing was repaired. */
  readonly usd: number | null
  /** Whether the agent that repairs is running, waits for the person, or was interrupted. */
  readonly run: 'running' | 'waiting' | 'interrupted' | null
  /** The sentence about its end; null while it is followed. */
  readonly ended: Sentence | null
}

/** The repository that was typed with a number, `owner/name`; null for none. It must be that of the project. */
export const PullRepository = z
  .string()
  .regex(/^[\w.-]{1,100}(?:\/[\w.-]{1,100}){1,21}$/)
  .nullable()

/** The wish to repair the checks of a pull request. */
export const AutofixWish = z.strictObject({
  projectId: ProjectId,
  number: z.number().int().positive().max(1_000_000_000),
  repository: PullRepository,
  maxTries: z.number().int().min(1).max(FIX_LIMITS.mostTries),
  limit: z.number().positive().max(FIX_LIMITS.mostUsd),
  pushes: z.enum(PUSH_WAYS),
})
export type AutofixWish = z.infer<typeof AutofixWish>
