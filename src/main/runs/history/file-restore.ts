import type {
  CheckpointDirection,
  CheckpointResult,
  CheckpointScope,
  FileId,
  FilesAlong,
  RestoreCause,
} from '#shared/checkpoint/checkpoint.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { EventId, SessionId } from '#shared/ids.ts'
import type { NewId } from '../../lib/ids.ts'
import type { RunLog } from '../run/run-log.ts'

type Meant = { readonly sessionId: SessionId; readonly scope: CheckpointScope } & FilesAlong
type Restore = (meant: Meant, signal: AbortSignal) => Promise<CheckpointResult>

export type FileRestoreDeps = {
  readonly checkpoints: {
    readonly named: (meant: Meant) => Promise<{ file: FileId; path: string }[]>
    readonly undo: Restore
    readonly redo: Restore
    /** Restores in progress, by their start event. */
    readonly goingOn: Set<EventId>
  }
  readonly log: Pick<RunLog, 'publish'>
  readonly newId: NewId
  readonly signal: AbortSignal
}

type Restoring = {
  readonly because: RestoreCause
  readonly direction: CheckpointDirection
  readonly scope: CheckpointScope
  readonly along: FilesAlong
}

/** Puts files back with something that is done in the conversation, after it or before it. Both are in the log. */
export function createFileRestore(deps: FileRestoreDeps) {
  /** Puts the files back once `begun` is stored; `settle` is called with what came of it, to be stored. */
  const carryOut = async (
    sessionId: SessionId,
    begun: EventId,
    { direction, scope, along }: Restoring,
    settle: (ended: NewDurableEvent) => void,
  ): Promise<CheckpointResult> => {
    try {
      const result = await deps.checkpoints[direction]({ sessionId, scope, ...along }, deps.signal)
      const files = result.files.map(({ path, outcome }) => ({ path, outcome }))
      settle({ kind: 'restore.ended', payload: { begun, files } })
      return result
    } finally {
      deps.checkpoints.goingOn.delete(begun)
    }
  }

  /** Stores the intent together with the move, then restores the files. */
  const after = async (sessionId: SessionId, restoring: Restoring, move: (also: NewDurableEvent) => void) => {
    const { id, event } = await begin(deps, sessionId, restoring)
    deps.checkpoints.goingOn.add(id)
    try {
      move(event)
    } catch (error) {
      deps.checkpoints.goingOn.delete(id)
      throw error
    }
    return carryOut(sessionId, id, restoring, (ended) => void deps.log.publish(sessionId, [ended]))
  }

  /** Puts the files back first: what came of them is stored together with what `say` lets begin after it. */
  const before = async (
    sessionId: SessionId,
    restoring: Restoring,
    say: (ended: NewDurableEvent) => void,
  ): Promise<CheckpointResult> => {
    const { id, event } = await begin(deps, sessionId, restoring)
    deps.checkpoints.goingOn.add(id)
    deps.log.publish(sessionId, [event])
    return carryOut(sessionId, id, restoring, (ended) => {
      try {
        say(ended)
      } catch (error) {
        deps.log.publish(sessionId, [ended])
        throw error
      }
    })
  }

  return { after, before }
}

/** Returns the start event of a restore, not yet stored. */
async function begin(
  { checkpoints, newId }: FileRestoreDeps,
  sessionId: SessionId,
  { because, direction, scope, along }: Restoring,
) {
  const files = await checkpoints.named({ sessionId, scope, files: along.files })
  const id = newId('event')
  const event: NewDurableEvent = { kind: 'restore.begun', id, payload: { because, direction, scope, files } }
  return { id, event }
}
