import { z } from 'zod'
import { type Millis, type ProjectId, type SessionId, WorktreeId } from '../ids.ts'
import type { FileDiff } from '../session/file-diff.ts'

/** The worktree a chat or an agent works in. */
export const WorktreeRef = z.strictObject({ id: WorktreeId, branch: z.string().max(300) })
export type WorktreeRef = z.infer<typeof WorktreeRef>

/** The longest name of a worktree that the person or an agent gives. */
export const MOST_NAME = 80

/**
 * The state of a worktree. `missing`: its folder was deleted outside the app. `unknown`: git could not answer.
 */
export type WorktreeState = 'clean' | 'changed' | 'missing' | 'unknown'

/** A worktree of a project, with its branch and what it holds. */
export type Worktree = {
  readonly id: WorktreeId
  readonly projectId: ProjectId
  readonly branch: string
  /** Its top folder. */
  readonly path: string
  /** The branch that was checked out when it was created; null for a detached head. */
  readonly baseBranch: string | null
  readonly createdAt: Millis
  readonly state: WorktreeState
  /** Files with uncommitted changes. */
  readonly files: number
  /** Commits that the base does not have. */
  readonly commits: number
  /** Bytes of its own files; links to the project do not count. Null: too many files to count. */
  readonly bytes: number | null
  /** Folders whose content links to the project. */
  readonly linked: readonly string[]
  /** Folders of packages that are clones, which agents may change. */
  readonly cloned: readonly string[]
  /** Files copied from the project. */
  readonly copied: readonly string[]
  /** Set-up commands that the project names for worktrees. The app runs none of them. */
  readonly setup: readonly string[]
  /** Chats and agents that work in it. */
  readonly users: readonly WorktreeUser[]
}

/** A file that differs between two worktrees. A binary or large file has no hunks. */
export type TreeDifference = FileDiff & { readonly isBinary: boolean }

/** The differences between two worktrees. `cut`: more files differ than are listed. */
export type TreeComparison = { readonly files: readonly TreeDifference[]; readonly cut: boolean }

/** A worktree by name, and the sessions that work in it. The chat comes first. */
export type WorktreePlace = {
  readonly id: WorktreeId
  readonly branch: string
  readonly sessions: readonly SessionId[]
}

/** A chat or an agent in a worktree. */
export type WorktreeUser = {
  readonly sessionId: SessionId
  readonly title: string
  readonly isChat: boolean
  readonly isRunning: boolean
}
