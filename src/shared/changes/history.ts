/** A commit in the log of a repository. */
export type LoggedCommit = {
  readonly id: string
  readonly parents: readonly string[]
  readonly author: string
  readonly at: number
  readonly subject: string
  /** Branches and tags that name it, as git writes them. */
  readonly refs: readonly string[]
}

/** The newest commits of the branch and of its upstream. */
export type CommitLog = { readonly commits: readonly LoggedCommit[]; readonly hasMore: boolean }

/** Neighbouring lines of a file that one commit wrote. */
export type BlameRange = {
  /** Null: not committed yet. */
  readonly commit: string | null
  readonly author: string
  readonly at: number
  readonly subject: string
  /** The first line, counted from 1, and the number of lines. */
  readonly start: number
  readonly count: number
}

/** A file as it is now, and the commits that wrote its lines. */
export type Blame = {
  readonly lines: readonly string[]
  readonly ranges: readonly BlameRange[]
  /** Whether the file has more lines than are shown. */
  readonly cut: boolean
}

/** Changes that were put away with `git stash`. */
export type Stash = { readonly id: string; readonly message: string; readonly at: number }
