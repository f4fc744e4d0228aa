import type { ProjectId, RunId, SessionId } from '#shared/ids.ts'
import type { AfterEdit } from '#shared/problems/after-edit.ts'

/** A run that changes files. */
export type EditingRun = { readonly sessionId: SessionId; readonly runId: RunId }

/** The checks that apply to the chat of a run. */
export type CheckPlace = EditingRun & {
  readonly projectId: ProjectId
  /** The folder of the chat. */
  readonly root: string
  /** The same folder, where it is not that of the project. */
  readonly folder: string | null
  readonly entries: readonly AfterEdit[]
}
