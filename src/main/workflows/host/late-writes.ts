import { AppError } from '#shared/errors.ts'
import type { WorkflowRunId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'

type Deps = {
  readonly schedule: (ms: number, act: () => void) => () => void
  readonly report: (error: unknown, id: WorkflowRunId) => void
}

/** Delay before the next attempt on a failing disk, in milliseconds. */
const AGAIN_MS = 3_000

/** Writes of runs that have ended, tried again until the disk takes them: a full one must not swallow an end. */
export function createLateWrites({ schedule, report }: Deps) {
  const left = new Map<WorkflowRunId, () => void>()

  const attempt = (id: WorkflowRunId): boolean => {
    try {
      left.get(id)?.()
      left.delete(id)
      return true
    } catch (error) {
      report(error, id)
      return false
    }
  }

  const later = (id: WorkflowRunId): void => {
    schedule(AGAIN_MS, () => {
      if (left.has(id) && !attempt(id)) later(id)
    })
  }

  return {
    /** Does it now, or as soon as it can be done. */
    write: (id: WorkflowRunId, act: () => void): void => {
      left.set(id, act)
      if (!attempt(id)) later(id)
    },
    /** Throws, in words for a person, while something of this run is not written yet. */
    settle: (id: WorkflowRunId): void => {
      if (!attempt(id)) throw AppError.saying('db.full', say('app.full'))
    },
  }
}
