import type { AttemptEvent, Letter } from '#shared/attempts/attempt-events.ts'
import type { Attempt, AttemptSet } from '#shared/attempts/fold-attempts.ts'
import { AppError } from '#shared/errors.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { AttemptDeps } from './ports.ts'

/** A set of attempts that has begun. */
export type KnownSet = {
  readonly id: SessionId
  readonly projectId: ProjectId
  readonly session: SessionRecord
  readonly start: NonNullable<AttemptSet['start']>
  readonly set: AttemptSet
}

export type Sets = ReturnType<typeof createSets>

/** Reads sets of attempts from the log, and adds to them. */
export function createSets({ folds, publish, changed }: Pick<AttemptDeps, 'folds' | 'publish' | 'changed'>) {
  const find = (id: SessionId): KnownSet | null => {
    const { session, attempts: set } = folds(id)
    const projectId = session?.meta.projectId ?? null
    if (session === null || set === null || set.start === null || projectId === null) return null
    return { id, projectId, session, start: set.start, set }
  }
  const get = (id: SessionId): KnownSet => {
    const found = find(id)
    if (found === null) throw AppError.saying('session.not_found', say('attempts.gone'))
    return found
  }
  return {
    find,
    get,
    attempt: (id: SessionId, letter: Letter): Attempt => {
      const found = get(id).set.attempts.find((each) => each.letter === letter)
      if (found === undefined || found.isRemoved) throw AppError.saying('other', say('attempts.gone'))
      return found
    },
    /** Stores an event of a set and reports the change. */
    note: (id: SessionId, event: AttemptEvent): void => {
      publish(id, [event])
      changed(get(id).projectId)
    },
  }
}
