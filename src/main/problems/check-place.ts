import type { ProjectId, RunId, SessionId } from '#shared/ids.ts'
import type { CheckResult, CodeProblem } from '#shared/problems/problem.ts'

/** A run that changes files. */
export type EditingRun = { readonly sessionId: SessionId; readonly runId: RunId }

/** The folder in which an agent edits. */
export type CheckFolder = EditingRun & {
  readonly projectId: ProjectId
  /** The folder of the chat. */
  readonly root: string
  /** The same folder, where it is not that of the project. */
  readonly folder: string | null
}

/** The problems that a check found, and how it ended. */
export type Checked = { readonly problems: readonly CodeProblem[]; readonly result: CheckResult }

/** A check of a project: a command or a language server. */
export type Check = {
  /** Whether the check concerns a file, given relative to the folder. */
  readonly concerns: (path: string) => boolean
  /** Names what one check covers: the project, or each file. */
  readonly keysOf: (files: readonly string[]) => readonly string[]
  /** Returns the problems before edits of these files; null where they cannot be found out. */
  readonly before: (files: readonly string[], signal: AbortSignal) => Promise<readonly CodeProblem[] | null>
  /** Checks after edits of these files. */
  readonly after: (files: readonly string[], signal: AbortSignal) => Promise<Checked>
}

/** The checks that apply to the chat of a run. */
export type CheckPlace = CheckFolder & { readonly checks: readonly Check[] }
