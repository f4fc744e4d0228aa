import { z } from 'zod'
import {
  type BranchList,
  type ChangeDecision,
  type ChangeList,
  ChangePart,
  ChangeScope,
  type DeletedBranch,
  type DiscardedChange,
  type DraftedMessage,
  type FileChange,
  type LineOrigin,
  type MadeCommit,
  type Rejected,
  type UpstreamDistance,
} from '../../changes/changes.ts'
import type { Conflict } from '../../changes/conflict.ts'
import type { Blame, CommitLog, Stash } from '../../changes/history.ts'
import { ChangePlaceId, ProjectId, SessionId } from '../../ids.ts'
import type { TreeComparison } from '../../worktree/worktree.ts'
import { call } from '../call.ts'

const Commit = z.string().regex(/^[0-9a-f]{40,64}$/)
const BranchName = z.string().trim().min(1).max(250)
/** A comparison. Scopes of a chat need the chat; a missing one has no changes. */
const place = {
  placeId: ChangePlaceId,
  scope: ChangeScope,
  sessionId: z.exactOptional(SessionId),
} as const
const decided = () => z.strictObject({ ...place, parts: z.array(ChangePart).min(1).max(2_000) })
const part = () => z.strictObject({ placeId: ChangePlaceId, parts: z.array(ChangePart).min(1).max(2_000) })

/** Calls about the changes in a project's Git repository. */
export const CHANGE_CALLS = {
  'changes.list': call<ChangeList>()(() => z.strictObject(place)),
  /** Returns what changed in the files. Paths are those of the list; others are left out. */
  'changes.diff': call<readonly FileChange[]>()(() =>
    z.strictObject({
      ...place,
      paths: z.array(z.string().min(1).max(4_096)).min(1).max(50),
      hideWhitespace: z.boolean(),
    }),
  ),
  /** Puts changes into the index. */
  'changes.stage': call<null>()(part),
  /** Takes changes out of the index. The files keep them. */
  'changes.unstage': call<null>()(part),
  /** Takes changes out of the files, and keeps them so that `changes.restore` can put them back. */
  'changes.discard': call<readonly DiscardedChange[]>()(part),
  'changes.discarded': call<readonly DiscardedChange[]>()(() => z.strictObject({ placeId: ChangePlaceId })),
  'changes.restore': call<null>()(() =>
    z.strictObject({ placeId: ChangePlaceId, id: z.string().min(1).max(100) }),
  ),
  /** Returns both sides of a file in conflict, and their common ancestor. */
  'changes.conflict': call<Conflict>()(() =>
    z.strictObject({ placeId: ChangePlaceId, path: z.string().min(1).max(4_096) }),
  ),
  /** Stores the unfinished result of a conflict; null forgets it. */
  'changes.keepResult': call<null>()(() =>
    z.strictObject({
      placeId: ChangePlaceId,
      path: z.string().min(1).max(4_096),
      text: z.string().max(4_000_000).nullable(),
    }),
  ),
  /** Writes the result of a conflict and marks it as resolved. `changes.restore` makes it a conflict again. */
  'changes.resolve': call<DiscardedChange>()(() =>
    z.strictObject({
      placeId: ChangePlaceId,
      path: z.string().min(1).max(4_096),
      result: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('text'), text: z.string().max(4_000_000) }),
        z.strictObject({ kind: z.literal('side'), side: z.enum(['ours', 'theirs']) }),
      ]),
      seen: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .nullable(),
    }),
  ),
  /** Accepts changes: later edits are shown against them. Returns the decisions. */
  'changes.accept': call<readonly number[]>()(decided),
  /** Takes changes out of the files, at once or at the end of the running turn, and tells the agent of the chat. */
  'changes.reject': call<Rejected>()(decided),
  /** Takes decisions back. Lines that a rejection took out are put back. */
  'changes.undecide': call<null>()(() =>
    z.strictObject({ placeId: ChangePlaceId, ids: z.array(z.number().int().positive()).min(1).max(5_000) }),
  ),
  'changes.decisions': call<readonly ChangeDecision[]>()(() => z.strictObject({ placeId: ChangePlaceId })),
  /** Commits the index. Hooks of the repository run. */
  'changes.commit': call<MadeCommit>()(() =>
    z.strictObject({
      placeId: ChangePlaceId,
      message: z.string().trim().min(1).max(20_000),
      amend: z.boolean(),
    }),
  ),
  /** Has a model draft the message of the next commit. The changes are sent to its provider. */
  'changes.draft': call<DraftedMessage>()(() =>
    z.strictObject({ placeId: ChangePlaceId, amend: z.boolean() }),
  ),
  'changes.stopDraft': call<null>()(() => z.strictObject({ projectId: ProjectId })),
  /** Takes the last commit back and keeps its changes staged. Refused when another commit came after it. */
  'changes.uncommit': call<null>()(() =>
    z.strictObject({ placeId: ChangePlaceId, commit: Commit, before: Commit.nullable() }),
  ),
  'changes.branches': call<BranchList>()(() => z.strictObject({ placeId: ChangePlaceId })),
  /** Switches to a branch, or creates one. Uncommitted changes come along or the call is refused. */
  'changes.switch': call<null>()(() =>
    z.strictObject({ placeId: ChangePlaceId, name: z.string().trim().min(1).max(250), create: z.boolean() }),
  ),
  /** Returns how far the branch is from its upstream; null without one, and where no repository is. */
  'changes.distance': call<UpstreamDistance | null>()(() => z.strictObject({ placeId: ChangePlaceId })),
  /** Creates a branch that follows one of a remote, such as `origin/deeper`, and switches to it. */
  'changes.track': call<null>()(() => z.strictObject({ placeId: ChangePlaceId, remote: BranchName })),
  'changes.renameBranch': call<null>()(() =>
    z.strictObject({ placeId: ChangePlaceId, name: BranchName, to: BranchName }),
  ),
  /** Deletes a branch. Its own commits are counted first; `seen` is the commit whose loss the person has confirmed. */
  'changes.deleteBranch': call<DeletedBranch>()(() =>
    z.strictObject({ placeId: ChangePlaceId, name: BranchName, seen: Commit.nullable() }),
  ),
  /** Puts a deleted branch back. */
  'changes.restoreBranch': call<null>()(() =>
    z.strictObject({
      placeId: ChangePlaceId,
      name: BranchName,
      commit: Commit,
      upstream: BranchName.nullable(),
    }),
  ),
  /** Returns where lines come from: the newest change by an agent that made one of them. Null for other lines. */
  'changes.origin': call<LineOrigin | null>()(() =>
    z.strictObject({
      placeId: ChangePlaceId,
      path: z.string().min(1).max(4_096),
      lines: z.array(z.string().max(20_000)).min(1).max(500),
    }),
  ),
  /** Returns the newest commits of the branch and of its upstream. */
  'changes.log': call<CommitLog>()(() =>
    z.strictObject({ placeId: ChangePlaceId, limit: z.number().int().min(1).max(1_000) }),
  ),
  /** Returns the commits that wrote the lines of a file. */
  'changes.blame': call<Blame>()(() =>
    z.strictObject({ placeId: ChangePlaceId, path: z.string().min(1).max(4_096) }),
  ),
  /** Opens a file at a line in the person's editor. */
  'changes.openAtLine': call<null>()(() =>
    z.strictObject({
      placeId: ChangePlaceId,
      path: z.string().min(1).max(4_096),
      line: z.number().int().min(1).max(10_000_000),
    }),
  ),
  'changes.stashes': call<readonly Stash[]>()(() => z.strictObject({ placeId: ChangePlaceId })),
  /** Puts uncommitted changes away, new files included: all, or those of some files. */
  'changes.stash': call<null>()(() =>
    z.strictObject({
      placeId: ChangePlaceId,
      message: z.string().trim().max(1_000),
      paths: z.array(z.string().min(1).max(4_096)).min(1).max(5_000).nullable(),
    }),
  ),
  /** Returns the changes of a stash. */
  'changes.stashContent': call<TreeComparison>()(() =>
    z.strictObject({ placeId: ChangePlaceId, id: Commit }),
  ),
  /** Puts stashed changes back into the files, and keeps the stash. */
  'changes.applyStash': call<null>()(() => z.strictObject({ placeId: ChangePlaceId, id: Commit })),
  'changes.dropStash': call<null>()(() => z.strictObject({ placeId: ChangePlaceId, id: Commit })),
  /** Puts a dropped stash back into the list. */
  'changes.keepStash': call<null>()(() =>
    z.strictObject({ placeId: ChangePlaceId, id: Commit, message: z.string().min(1).max(1_000) }),
  ),
  'changes.sync': call<null>()(() =>
    z.strictObject({ placeId: ChangePlaceId, act: z.enum(['fetch', 'pull', 'push']) }),
  ),
} as const
