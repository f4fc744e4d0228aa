import type { Millis, SessionId } from '../ids.ts'
import type { Sentence } from '../sentences.ts'

/** A problem in a file of a project, as a checking program reports it. */
export type CodeProblem = {
  /** Relative to the folder of the check, with `/`. */
  readonly path: string
  /** Counted from 1; 1 where the program names no line. */
  readonly line: number
  /** Counted from 1; null where the program names none. */
  readonly column: number | null
  readonly severity: 'error' | 'warning'
  /** One line. */
  readonly message: string
  /** The name of the rule, such as `TS2322`; null where there is none. */
  readonly code: string | null
}

/** The result of one check. `unreadable`: it failed, and no problem was found in its output. */
export type CheckResult = {
  /** The command as the project wrote it, or the name of the language server. */
  readonly name: string
  readonly state: 'done' | 'unreadable' | 'timeout' | 'failed'
  /** The last line of the output of an unreadable check, or the reason of a failure. */
  readonly detail: string
  /** The reason in parts, where it is the app's own. */
  readonly said: readonly Sentence[]
}

/** The newest check of a project after edits of an agent. */
export type ProblemList = {
  readonly sessionId: SessionId
  readonly at: Millis
  /** The folder of the check, where it is not the folder of the project: a worktree. */
  readonly folder: string | null
  /** Problems that were not there before the turn, most important first. */
  readonly problems: readonly CodeProblem[]
  /** The number of new problems that are not listed. */
  readonly more: number
  /** The number of problems that were there before. */
  readonly older: number
  readonly results: readonly CheckResult[]
}
