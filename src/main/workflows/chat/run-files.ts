import type { WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'
import { isErrno } from '../../lib/errno.ts'
import type { Logger } from '../../lib/logger.ts'

type Deps = {
  readonly write: (run: WorkflowRunDetail) => Promise<unknown>
  /** Tells the person of a run that is not in its project's folder. */
  readonly failed: (run: WorkflowRunDetail, reason: string) => void
  readonly logger: Pick<Logger, 'warn'>
}

/** Writes ended runs into their projects, in the background. A failure is reported and ignored. */
export function createRunFiles({ write, failed, logger }: Deps) {
  const pending = new Set<Promise<void>>()

  return {
    write: (run: WorkflowRunDetail): void => {
      const written = write(run).then(
        () => undefined,
        (error: unknown) => {
          logger.warn('A workflow run could not be written into its project', { reason: String(error) })
          failed(run, reasonOf(error))
        },
      )
      pending.add(written)
      void written.then(() => pending.delete(written))
    },
    /** Resolves when everything that was begun is written. */
    idle: async (): Promise<void> => {
      await Promise.all(pending)
    },
  }
}

/** A system's own word for it, such as EACCES, is what can be looked up. */
function reasonOf(error: unknown): string {
  if (isErrno(error)) return error.code
  return error instanceof Error ? error.message : String(error)
}
