import type { WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'
import type { Logger } from '../lib/logger.ts'

type Deps = {
  readonly write: (run: WorkflowRunDetail) => Promise<unknown>
  readonly logger: Pick<Logger, 'warn'>
}

/** Writes runs that have ended into their projects, in the background. A project that cannot be written to is no fault. */
export function createRunFiles({ write, logger }: Deps) {
  const pending = new Set<Promise<void>>()

  return {
    write: (run: WorkflowRunDetail): void => {
      const written = write(run).then(
        () => undefined,
        (error: unknown) =>
          logger.warn('A workflow run could not be written into its project', { reason: String(error) }),
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
