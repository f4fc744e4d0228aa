import { z } from 'zod'
import { Millis, ProjectId, SessionId } from '../ids.ts'
import { Sentence } from '../sentence-data.ts'

/** A problem in a file of a project, as a checking program reports it. */
export const CodeProblem = z.strictObject({
  /** Relative to the folder of the check, with `/`. */
  path: z.string(),
  /** Counted from 1; 1 where the program names no line. */
  line: z.number(),
  /** Counted from 1; null where the program names none. */
  column: z.number().nullable(),
  severity: z.enum(['error', 'warning']),
  /** One line. */
  message: z.string(),
  /** The name of the rule, such as `TS2322`; null where there is none. */
  code: z.string().nullable(),
  /** The name of the check that found it, in lists that are kept. */
  check: z.exactOptional(z.string()),
})
export type CodeProblem = Readonly<z.infer<typeof CodeProblem>>

/** The result of one check. `unreadable`: it failed, and no problem was found in its output. */
export const CheckResult = z.strictObject({
  /** The command as the project wrote it, or the name of the language server. */
  name: z.string(),
  state: z.enum(['done', 'unreadable', 'timeout', 'failed']),
  /** The last line of the output of an unreadable check, or the reason of a failure. */
  detail: z.string(),
  /** The reason in parts, where it is the app's own. */
  said: z.array(Sentence).readonly(),
})
export type CheckResult = Readonly<z.infer<typeof CheckResult>>

/** The newest check of a folder after edits of an agent. */
export const ProblemList = z.strictObject({
  sessionId: SessionId,
  at: Millis,
  /** The folder of the check, where it is not the folder of the project: a worktree. */
  folder: z.string().nullable(),
  /** Problems that were not there before the turn, most important first. */
  problems: z.array(CodeProblem).readonly(),
  /** The number of new problems that are not listed. */
  more: z.number(),
  /** The number of problems that were there before. */
  older: z.number(),
  results: z.array(CheckResult).readonly(),
})
export type ProblemList = Readonly<z.infer<typeof ProblemList>>

/** The list of a folder. `isOld`: something in it is from before the app started, so the files may have changed since. */
export type ShownProblems = ProblemList & { readonly isOld: boolean }

/** The list of a folder of a project, kept over restarts. `root` is the folder with its links resolved. */
export const KeptProblems = z.strictObject({ projectId: ProjectId, root: z.string(), list: ProblemList })
export type KeptProblems = Readonly<z.infer<typeof KeptProblems>>
