/** The states of a check: the newest run of a job for a pull request. */
export const CHECK_STATES = ['pass', 'fail', 'pending', 'skipped'] as const
export type CheckState = (typeof CHECK_STATES)[number]

export type PullCheck = {
  readonly name: string
  readonly state: CheckState
  /** A page about the run; empty for none. */
  readonly link: string
}

/** A comment of a person or a program on a pull request. */
export type PullComment = {
  readonly author: string
  readonly text: string
  /** The file and the line it is about; null for a comment on the whole. */
  readonly place: { readonly path: string; readonly line: number | null } | null
}

export type PullRequest = {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly url: string
  readonly author: string
  readonly state: 'open' | 'closed' | 'merged'
  readonly isDraft: boolean
  /** Whether its branch is in another repository. True where the server does not tell. */
  readonly isFork: boolean
  readonly head: string
  readonly base: string
  /** The newest commit of the pull request. A merge names it, so that nothing unseen is merged. */
  readonly commit: string
  /** `unknown`: the server is still finding out. */
  readonly mergeable: 'yes' | 'conflicts' | 'unknown'
  readonly review: 'approved' | 'changes' | 'required' | null
  /** Lines added and removed; null where the server does not count them. */
  readonly size: { readonly added: number; readonly removed: number } | null
  readonly checks: readonly PullCheck[]
  readonly comments: readonly PullComment[]
}

/** A pull request with the repository it is in: the host, and `owner/name`. */
export type PlacedPull = { readonly host: string; readonly repository: string; readonly pull: PullRequest }

/** The pull request of the checked out branch. `repository` is `owner/name`. */
export type PullState = {
  readonly repository: string
  readonly branch: string
  /** The branch that a pull request would be for. */
  readonly base: string
  /** Whether the newest commit of the branch is on the remote, as far as this computer knows. */
  readonly isPushed: boolean
  /** The ways in which the server merges. */
  readonly methods: readonly MergeMethod[]
  /** Null when the branch has none. */
  readonly pull: PullRequest | null
}

export type MergeMethod = 'merge' | 'squash' | 'rebase'

/** An issue that a person creates. */
export type ForgeIssue = {
  readonly title: string
  readonly body: string
  readonly labels: readonly string[]
  /** Names of people on the server. */
  readonly assignees: readonly string[]
}
