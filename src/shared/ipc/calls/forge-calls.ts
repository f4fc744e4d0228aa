import { z } from 'zod'
import {
  type CreatedIssue,
  ReviewRange,
  type ReviewState,
  type ReviewTarget,
  type SharedChat,
  type SharePreview,
} from '../../changes/forge-acts.ts'
import { ChangePlaceId, ProjectId, SessionId, type WorkflowRunId } from '../../ids.ts'
import type { FileDiff } from '../../session/file-diff.ts'
import { call } from '../call.ts'

const Title = z.string().trim().min(1).max(250)
const Name = z
  .string()
  .trim()
  .regex(/^[^\s,][^,\n]{0,99}$/)
const PullNumber = z.number().int().positive().max(1_000_000_000)
const Path = z.string().min(1).max(4_096)
const ofRange = { placeId: ChangePlaceId, range: ReviewRange }

/** Issues, shared chats and reviews on GitHub or GitLab, through the program `gh` or `glab` of the person. */
export const FORGE_CALLS = {
  /** Returns where issues of a project go. Rejects with what is missing. */
  'issue.place': call<{ readonly host: string; readonly repository: string }>()(() =>
    z.strictObject({ projectId: ProjectId }),
  ),
  /** Has a model draft an issue from the newest turns of a chat, which are sent to its provider. */
  'issue.draft': call<{ readonly title: string; readonly body: string }>()(() =>
    z.strictObject({ projectId: ProjectId, sessionId: SessionId, title: z.string().trim().max(250) }),
  ),
  /** Creates what the person has confirmed. */
  'issue.create': call<CreatedIssue>()(() =>
    z.strictObject({
      projectId: ProjectId,
      issue: z.strictObject({
        title: Title,
        body: z.string().max(60_000),
        labels: z.array(Name).max(20),
        assignees: z.array(Name).max(10),
      }),
      as: z.enum(['issue', 'discussion']),
    }),
  ),
  /** Returns a chat as it would be shared. */
  'share.preview': call<SharePreview>()(() =>
    z.strictObject({ sessionId: SessionId, isSummary: z.boolean() }),
  ),
  /** Shares the chat that was shown; refused where it has changed since. */
  'share.create': call<SharedChat>()(() =>
    z.strictObject({
      sessionId: SessionId,
      isSummary: z.boolean(),
      isPublic: z.boolean(),
      host: z.string().max(300),
      digest: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
  /** Deletes a page that was shared since the app was started. */
  'share.remove': call<null>()(() => z.strictObject({ url: z.string().max(2_000) })),
  /** Returns what a review would look at: a pull request, or the checked out branch. */
  'review.target': call<ReviewTarget>()(() =>
    z.strictObject({ placeId: ChangePlaceId, number: PullNumber.nullable() }),
  ),
  /** Returns the newest review of a range; null for none. */
  'review.state': call<ReviewState | null>()(() => z.strictObject(ofRange)),
  /** Returns the change of a range to a file; null for none. */
  'review.diff': call<FileDiff | null>()(() => z.strictObject({ ...ofRange, path: Path })),
  /** Starts a review by several agents. */
  'review.start': call<{ readonly workflowRunId: WorkflowRunId }>()(() =>
    z.strictObject({
      ...ofRange,
      sessionId: SessionId.nullable(),
      /** US dollars. */
      limit: z.number().positive().max(1_000),
    }),
  ),
  /** Sends findings as comments on a pull request, after the person has confirmed them. */
  'review.comment': call<null>()(() =>
    z.strictObject({
      ...ofRange,
      number: PullNumber,
      findings: z
        .array(
          z.strictObject({
            path: Path,
            line: z.number().int().positive().max(10_000_000).nullable(),
            text: z.string().trim().min(1).max(10_000),
          }),
        )
        .min(1)
        .max(100),
    }),
  ),
} as const
