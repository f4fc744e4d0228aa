import type { ForgeIssue, MergeMethod, PullRequest } from '#shared/changes/pulls.ts'
import type { CliName } from './ask-cli.ts'
import type { RemoteName } from './remote-name.ts'

/** A failed check with the end of its log; empty where there is none to read. */
export type FailedCheck = {
  readonly name: string
  readonly link: string
  readonly log: string
}

/** A new pull request. */
export type NewPullRequest = {
  readonly title: string
  readonly body: string
  readonly isDraft: boolean
  readonly base: string
  readonly head: string
}

/** A merge at a commit. The server refuses it where newer commits were pushed. */
export type PullMerge = {
  readonly number: number
  readonly commit: string
  readonly method: MergeMethod
}

/** Comments on a pull request at a commit. Each line is one that the pull request added. */
export type ReviewComments = {
  readonly number: number
  readonly commit: string
  /** The comment on the whole; empty for none. */
  readonly body: string
  readonly lines: readonly { readonly path: string; readonly line: number; readonly body: string }[]
}

/** A text that is put on a server. */
export type SharedText = {
  readonly title: string
  readonly fileName: string
  readonly text: string
  /** Listed for everyone. Otherwise it is read with its address alone. */
  readonly isPublic: boolean
}

/** The page of a text on a server. */
export type SharedPage = { readonly id: string; readonly url: string }

/** A server of pull requests and issues, asked through a program with its own sign-in. */
export type Forge = {
  readonly cli: CliName
  readonly methods: readonly MergeMethod[]
  /** Returns the ref of the server that holds the commits of a pull request, also of one from another repository. */
  readonly refOf: (number: number) => string
  /** Reads the pull request of a branch or with a number, with checks and comments. Null where there is none. */
  readonly find: (
    place: RemoteName,
    name: string | number,
    signal: AbortSignal,
  ) => Promise<PullRequest | null>
  /** Returns the failed checks of a pull request, the first ones with the ends of their logs. */
  readonly failures: (
    place: RemoteName,
    pull: Pick<PullRequest, 'checks'>,
    signal: AbortSignal,
  ) => Promise<readonly FailedCheck[]>
  readonly create: (place: RemoteName, pull: NewPullRequest, signal: AbortSignal) => Promise<void>
  readonly merge: (place: RemoteName, merge: PullMerge, signal: AbortSignal) => Promise<void>
  readonly comment: (place: RemoteName, review: ReviewComments, signal: AbortSignal) => Promise<void>
  /** Creates an issue and returns its address. Null where the repository has no issues. */
  readonly createIssue: (place: RemoteName, issue: ForgeIssue, signal: AbortSignal) => Promise<string | null>
  /** Creates a discussion and returns its address. Null where the server or the repository has none. */
  readonly createDiscussion: (
    place: RemoteName,
    text: Pick<ForgeIssue, 'title' | 'body'>,
    signal: AbortSignal,
  ) => Promise<string | null>
  readonly share: (host: string, shared: SharedText, signal: AbortSignal) => Promise<SharedPage>
  readonly unshare: (host: string, id: string, signal: AbortSignal) => Promise<void>
}
