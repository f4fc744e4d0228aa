import { z } from 'zod'
import type { PullCheck, PullComment, PullRequest } from '#shared/changes/pulls.ts'
import { Line, Link, MOST_ENTRIES, Text } from './foreign-words.ts'

/** The fields of a pull request that are asked for. */
export const PULL_FIELDS =
  'number,title,body,url,author,state,isDraft,headRefName,baseRefName,headRefOid,mergeable,reviewDecision,additions,deletions,comments,isCrossRepository'

const Author = z
  .object({ login: Line })
  .nullish()
  .transform((author) => author?.login ?? '')

const Pull = z.object({
  number: z.number().int().positive(),
  title: Line,
  body: Text,
  url: Link,
  author: Author,
  state: z.enum(['OPEN', 'CLOSED', 'MERGED']),
  isDraft: z.boolean(),
  isCrossRepository: z.boolean().catch(true),
  headRefName: Line,
  baseRefName: Line,
  headRefOid: z.string().regex(/^[0-9a-f]{40,64}$/),
  mergeable: z.string().catch('UNKNOWN'),
  reviewDecision: z.string().catch(''),
  additions: z.number().int().nonnegative(),
  deletions: z.number().int().nonnegative(),
  comments: z.array(z.object({ author: Author, body: Text })).catch([]),
})
const Checks = z.array(z.object({ name: Line, bucket: z.string(), link: Link }))
const ReviewComments = z.array(
  z.object({ path: Line, line: z.number().int().positive().nullish(), body: Text, user: Author }),
)

const STATES = { OPEN: 'open', CLOSED: 'closed', MERGED: 'merged' } as const
const MERGEABLE: Readonly<Record<string, PullRequest['mergeable']>> = {
  MERGEABLE: 'yes',
  CONFLICTING: 'conflicts',
}
const REVIEWS: Readonly<Record<string, PullRequest['review']>> = {
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'changes',
  REVIEW_REQUIRED: 'required',
}
const BUCKETS: Readonly<Record<string, PullCheck['state']>> = {
  pass: 'pass',
  fail: 'fail',
  cancel: 'fail',
  pending: 'pending',
  skipping: 'skipped',
}

/** Reads the answer of `gh pr view --json`. Throws for any other text. */
export function readPull(output: string): Omit<PullRequest, 'checks'> {
  const pull = Pull.parse(JSON.parse(output))
  const { number, title, body, url, author, isDraft } = pull
  return {
    number,
    title,
    body,
    url,
    author,
    isDraft,
    state: STATES[pull.state],
    isFork: pull.isCrossRepository,
    head: pull.headRefName,
    base: pull.baseRefName,
    commit: pull.headRefOid,
    mergeable: MERGEABLE[pull.mergeable] ?? 'unknown',
    review: REVIEWS[pull.reviewDecision] ?? null,
    size: { added: pull.additions, removed: pull.deletions },
    comments: pull.comments
      .slice(-MOST_ENTRIES)
      .map(({ author: by, body: text }) => ({ author: by, text, place: null })),
  }
}

/** Reads the answer of `gh pr checks --json`. Empty output: there are no checks. */
export function readChecks(output: string): readonly PullCheck[] {
  if (output.trim() === '') return []
  return Checks.parse(JSON.parse(output))
    .slice(0, MOST_ENTRIES)
    .map(({ name, bucket, link }) => ({ name, link, state: BUCKETS[bucket] ?? 'pending' }))
}

/** Reads the comments on lines, as the interface of GitHub lists them. */
export function readReviewComments(output: string): readonly PullComment[] {
  return ReviewComments.parse(JSON.parse(output))
    .slice(-MOST_ENTRIES)
    .map(({ path, line, body, user }) => ({ author: user, text: body, place: { path, line: line ?? null } }))
}
