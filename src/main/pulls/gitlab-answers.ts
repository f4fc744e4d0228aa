import { z } from 'zod'
import type { PullCheck, PullComment, PullRequest } from '#shared/changes/pulls.ts'
import { Line, Link, MOST_ENTRIES, Text } from './foreign-words.ts'

const Id = z.number().int().positive()
const Sha = z.string().regex(/^[0-9a-f]{40,64}$/)
const Author = z
  .object({ username: Line })
  .nullish()
  .transform((author) => author?.username ?? '')

const Merge = z.object({
  iid: Id,
  title: Line,
  description: Text.nullish().transform((text) => text ?? ''),
  web_url: Link,
  author: Author,
  state: z.enum(['opened', 'closed', 'merged', 'locked']),
  draft: z.boolean().catch(false),
  source_branch: Line,
  target_branch: Line,
  sha: Sha,
  source_project_id: z.number().nullish(),
  target_project_id: z.number().nullish(),
  has_conflicts: z.boolean().catch(false),
  detailed_merge_status: z.string().catch(''),
  head_pipeline: z
    .object({ id: Id, project_id: Id.optional() })
    .nullish()
    .transform((pipeline) => pipeline ?? null),
  diff_refs: z
    .object({ base_sha: Sha, head_sha: Sha, start_sha: Sha })
    .nullish()
    .transform((refs) => refs ?? null),
})
/** A merge request as GitLab writes it. */
export type GitlabMerge = z.infer<typeof Merge>

const Found = z.array(
  z.object({
    iid: Id,
    state: z.string(),
    source_project_id: z.number().nullish(),
    target_project_id: z.number().nullish(),
  }),
)
const Jobs = z.array(
  z.object({ name: Line, status: z.string(), web_url: Link, allow_failure: z.boolean().catch(false) }),
)
const Notes = z.array(
  z.object({
    body: Text,
    author: Author,
    system: z.boolean().catch(false),
    position: z
      .object({ new_path: Line.nullish(), old_path: Line.nullish(), new_line: Id.nullish() })
      .nullish()
      .catch(null),
  }),
)
const Sent = z.array(
  z.object({
    body: z.string(),
    position: z
      .object({
        new_path: z.string().nullish(),
        new_line: z.number().nullish(),
        head_sha: z.string().nullish(),
      })
      .nullish()
      .catch(null),
  }),
)
/** A comment that a merge request has, with its place in a commit. */
export type SentComment = z.infer<typeof Sent>[number]

const Approvals = z.object({ approved_by: z.array(z.unknown()) })
const Page = z.string().regex(/^https:\/\/[^\s"'<>]{1,2000}$/)
const Snippet = z.object({ id: Id, web_url: Page })
const Issue = z.object({ web_url: Page })
const Users = z.array(z.object({ id: Id }))

/** Reads a merge request. Throws for any other text. */
export const readMerge = (output: string): GitlabMerge => Merge.parse(JSON.parse(output))

/**
 * Returns the number of the open one of a list of merge requests, or else of the newest; null for none. Branches of other
 * repositories can have the same name, and are left out.
 */
export function readNumber(output: string): number | null {
  const found = Found.parse(JSON.parse(output)).filter(
    (each) => each.source_project_id === each.target_project_id,
  )
  return (found.find(({ state }) => state === 'opened') ?? found[0])?.iid ?? null
}

/** Reads which comments a merge request has. Throws for any other text. */
export const readSent = (output: string): readonly SentComment[] => Sent.parse(JSON.parse(output))

/** Returns whether a merge request has an approval. */
export const readApproved = (output: string): boolean =>
  Approvals.parse(JSON.parse(output)).approved_by.length > 0

/** Returns the id and the address of a new snippet. */
export function readSnippet(output: string): { readonly id: string; readonly url: string } {
  const { id, web_url: url } = Snippet.parse(JSON.parse(output))
  return { id: String(id), url }
}

/** Returns the address of a new issue. */
export const readIssue = (output: string): string => Issue.parse(JSON.parse(output)).web_url

/** Returns the id of the user with a name; null for none. */
export const readUser = (output: string): number | null => Users.parse(JSON.parse(output))[0]?.id ?? null

const STATES = { opened: 'open', closed: 'closed', merged: 'merged', locked: 'open' } as const
const JOB_STATES: Readonly<Record<string, PullCheck['state']>> = {
  success: 'pass',
  failed: 'fail',
  canceled: 'fail',
  skipped: 'skipped',
  manual: 'skipped',
}
const REVIEWS: Readonly<Record<string, PullRequest['review']>> = {
  not_approved: 'required',
  requested_changes: 'changes',
}

/** Puts the answers about a merge request together. */
export function pullIn(
  merge: GitlabMerge,
  rest: Pick<PullRequest, 'checks' | 'comments'> & { readonly isApproved: boolean },
): PullRequest {
  const isMergeable = merge.detailed_merge_status === 'mergeable'
  return {
    number: merge.iid,
    title: merge.title,
    body: merge.description,
    url: merge.web_url,
    author: merge.author,
    state: STATES[merge.state],
    isDraft: merge.draft,
    isFork: merge.source_project_id == null || merge.source_project_id !== merge.target_project_id,
    head: merge.source_branch,
    base: merge.target_branch,
    commit: merge.sha,
    mergeable: merge.has_conflicts ? 'conflicts' : isMergeable ? 'yes' : 'unknown',
    review: REVIEWS[merge.detailed_merge_status] ?? (rest.isApproved ? 'approved' : null),
    size: null,
    checks: rest.checks,
    comments: rest.comments,
  }
}

/** Reads the jobs of a pipeline. A job that may fail counts as skipped when it does. */
export function readJobs(output: string): readonly PullCheck[] {
  return Jobs.parse(JSON.parse(output))
    .slice(0, MOST_ENTRIES)
    .map(({ name, status, web_url: link, allow_failure }) => {
      const state = JOB_STATES[status] ?? 'pending'
      return { name, link, state: state === 'fail' && allow_failure ? 'skipped' : state }
    })
}

/** Reads the comments of people; the server writes others about each change. */
export function readNotes(output: string): readonly PullComment[] {
  return Notes.parse(JSON.parse(output))
    .filter(({ system }) => !system)
    .slice(-MOST_ENTRIES)
    .map(({ body, author, position }) => {
      const path = position?.new_path ?? position?.old_path ?? null
      return {
        author,
        text: body,
        place: path === null ? null : { path, line: position?.new_line ?? null },
      }
    })
}
