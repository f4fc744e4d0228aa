import { z } from 'zod'
import type { EventId, SessionId } from '../ids.ts'

/** The comparisons a person can review. */
export const CHANGE_SCOPES = [
  'turn',
  'chat',
  'uncommitted',
  'unstaged',
  'staged',
  'branch',
  'approved',
] as const
export const ChangeScope = z.enum(CHANGE_SCOPES)
/**
 * `turn` compares the files of the newest turn that changed files with what they held before it, and `chat` those of
 * the whole chat. `approved` compares with the changes the person has accepted. `uncommitted` compares the last commit with the files, `unstaged` the index with the files, `staged` the last commit
 * with the index, and `branch` the commit where the branch left its base with the files.
 */
export type ChangeScope = z.infer<typeof ChangeScope>

export type ChangeKind =
  | 'added'
  | 'modified'
  | 'deleted'
  | 'renamed'
  | 'type'
  | 'untracked'
  | 'conflicted'
  | 'submodule'

/** One file that differs. `path` is relative to the repository and uses `/`. */
export type ChangedFile = {
  readonly path: string
  /** The earlier path of a renamed or copied file. */
  readonly from: string | null
  readonly kind: ChangeKind
  /** Lines added and removed; null for binary files and for files too large to count. */
  readonly added: number | null
  readonly removed: number | null
  /** True when the index differs from the last commit, and the file from the index. */
  readonly staged: boolean
  readonly unstaged: boolean
}

/** An operation of git that waits for the person to finish it. */
export type GitOperation = 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect'

export type RepositoryState = {
  /** Null while no branch is checked out. */
  readonly branch: string | null
  /** The last commit; null before the first one. */
  readonly commit: string | null
  readonly upstream: string | null
  readonly ahead: number
  readonly behind: number
  readonly operation: GitOperation | null
}

export type ChangeList = {
  readonly repository: RepositoryState
  /** The branch that scope `branch` compares with; null where none was found. */
  readonly base: string | null
  readonly files: readonly ChangedFile[]
  /** Whether more files differ than are listed. */
  readonly cut: boolean
  /** Files in the index that differ from the last commit, in every scope. */
  readonly staged: number
  /** Whether the person trusts the folder, so that Orrery may write to its repository. */
  readonly canAct: boolean
}

/** A run of changed lines with some unchanged ones around it. Line numbers count from 1. */
export type ChangeHunk = {
  /** The same for the same lines, wherever they move to in the file. */
  readonly id: string
  readonly oldStart: number
  readonly newStart: number
  /** The function or section around the hunk, as git names it. */
  readonly section: string
  /** Each line with its mark first: a space, `+`, `-`, or `\` after a line without an end. */
  readonly lines: readonly string[]
  /** Whether the lines are in the index: all, none or some. Null in scopes that do not compare with it. */
  readonly stage: 'staged' | 'unstaged' | 'mixed' | null
  readonly review: HunkReview
}

/**
 * The person's decision about a hunk. `changed`: lines were edited after the person accepted them. `rejected`: the lines
 * are taken out when the running turn ends.
 */
export type HunkReview = {
  readonly state: 'open' | 'accepted' | 'rejected' | 'partly' | 'changed'
  /** The time of the newest decision, and all decisions about the hunk. */
  readonly at: number | null
  readonly decisions: readonly number[]
}

/** A hunk without a decision. */
export const OPEN_REVIEW: HunkReview = { state: 'open', at: null, decisions: [] }

/**
 * A decision about lines of a file. `queued`: a rejection that waits for the end of a turn. `missed`: a rejection whose
 * lines were no longer found. `lost`: an acceptance whose lines were no longer found.
 */
export type ChangeDecision = {
  readonly id: number
  readonly path: string
  readonly decision: 'accepted' | 'rejected'
  readonly state: 'standing' | 'queued' | 'done' | 'missed' | 'lost'
  readonly at: number
  /** The first line in the file, counted from 1. */
  readonly line: number
  readonly added: number
  readonly removed: number
}

/** The result of a rejection: decisions to undo, and whether the lines wait for the end of a turn. */
export type Rejected = { readonly ids: readonly number[]; readonly queued: boolean }

export type FileChange = {
  readonly path: string
  readonly content:
    | { readonly kind: 'text'; readonly hunks: readonly ChangeHunk[]; readonly cut: boolean }
    /** `large`: more than can be shown. `none`: the content is the same, such as after a new mode. */
    | { readonly kind: 'binary' | 'large' | 'submodule' | 'conflict' | 'none' }
}

/** A discarded change that can be put back. */
export type DiscardedChange = {
  readonly id: string
  readonly path: string
  readonly at: number
  readonly added: number
  readonly removed: number
}

/** The part of a file that an act is about: whole, some hunks, or some lines of one hunk. */
export const ChangePart = z.strictObject({
  path: z.string().min(1).max(4_096),
  /** Ids of hunks. Missing: the whole file. */
  hunks: z.exactOptional(z.array(z.string().length(16)).min(1).max(500)),
  /** Positions in the lines of the only hunk. Missing: all of them. */
  lines: z.exactOptional(z.array(z.number().int().nonnegative()).min(1).max(5_000)),
})
export type ChangePart = z.infer<typeof ChangePart>

/** Commits that a branch and its upstream do not share. */
export type UpstreamDistance = {
  readonly upstream: string
  readonly ahead: number
  readonly behind: number
}

/** The branches here and on remotes, the newest first. */
export type BranchList = {
  /** Null while no branch is checked out. */
  readonly current: string | null
  readonly branches: readonly {
    readonly name: string
    readonly upstream: string | null
    /** The time of the last commit. */
    readonly at: number
    /** Whether another work tree has it checked out, so that it cannot be switched to here. */
    readonly isElsewhere: boolean
  }[]
  /** Branches of remotes as this computer knows them, such as `origin/main`. */
  readonly remotes: readonly { readonly name: string; readonly at: number }[]
}

/**
 * The result of deleting a branch. `unmerged`: nothing was deleted, because so many commits are on no other branch and the
 * person has not confirmed their loss.
 */
export type DeletedBranch =
  | {
      readonly kind: 'deleted'
      readonly name: string
      readonly commit: string
      readonly upstream: string | null
    }
  | { readonly kind: 'unmerged'; readonly name: string; readonly commit: string; readonly commits: number }

/** The origin of lines of a file. */
export type LineOrigin = {
  readonly sessionId: SessionId
  readonly title: string
  /** The person's message that started the turn, shortened. Empty when the turn had none. */
  readonly message: string
  readonly messageAt: number | null
  /** The message in the chat; null when it is not known any more. */
  readonly eventId: EventId | null
  readonly agent: string
  readonly model: string
  /** The tool and the time of its call. */
  readonly tool: string
  readonly at: number
  /** The permission of the call: by the person when asked, or by rules and mode without a question. */
  readonly approval: 'asked' | 'unasked'
  readonly approvedAt: number | null
  /** Dollars of the whole turn; null where a price is missing. */
  readonly cost: number | null
}

/** A commit that was just made, and the one before it. */
export type MadeCommit = {
  readonly commit: string
  readonly before: string | null
  readonly files: number
  /** The output of the hooks, without colours; empty for none. */
  readonly messages: string
}

/** A text that a model drafted from changes. */
export type DraftedMessage = { readonly message: string }
