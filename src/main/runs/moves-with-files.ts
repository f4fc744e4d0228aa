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
import type { NewId } from '../lib/ids.ts'
import type { Branches } from './branches.ts'
import type { RunLog } from './run-log.ts'

type Meant = { readonly sessionId: SessionId; readonly scope: CheckpointScope } & FilesAlong
type Restore = (meant: Meant, signal: AbortSignal) => Promise<CheckpointResult>

type Deps = {
  readonly branches: Pick<Branches, 'rewind' | 'visit' | 'resend' | 'rewording'>
  readonly checkpoints: {
    readonly named: (meant: Meant) => Promise<{ file: FileId; path: string }[]>
    readonly undo: Restore
    readonly redo: Restore
    /** What is being put back now, by the event that tells it was begun. */
    readonly goingOn: Set<EventId>
  }
  readonly log: Pick<RunLog, 'publish'>
  /** What stands in the message box of a chat. */
  readonly drafts: {
    readonly get: (key: SessionId) => string
    readonly set: (key: SessionId, text: string) => void
  }
  readonly newId: NewId
  readonly signal: AbortSignal
}

type Restoring = {
  readonly because: RestoreCause
  readonly direction: CheckpointDirection
  readonly scope: CheckpointScope
  readonly along: FilesAlong
}

/**
 * Moves a conversation together with the files its agents changed. What is meant is stored with the move, before a
 * file is touched, and what came of it afterwards: when the app ends in between, the log says what was begun.
 */
export function createMovesWithFiles(deps: Deps) {
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

  const moved = async (sessionId: SessionId, restoring: Restoring, move: (also: NewDurableEvent) => void) => {
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

  return {
    /** Goes back to an event, and takes back what was done to these files since. */
    rewind: (sessionId: SessionId, to: EventId | null, along: FilesAlong): Promise<CheckpointResult> => {
      const restoring = { because: 'rewind', direction: 'undo', scope: since(to), along } as const
      return moved(sessionId, restoring, (also) => deps.branches.rewind(sessionId, to, [also]))
    },
    /** Goes to another branch, and makes the changes to these files again that were taken back since `from`. */
    visit: (
      sessionId: SessionId,
      over: EventId,
      from: EventId | null,
      along: FilesAlong,
    ): Promise<CheckpointResult> => {
      const restoring = { because: 'visit', direction: 'redo', scope: since(from), along } as const
      return moved(sessionId, restoring, (also) => deps.branches.visit(sessionId, over, [also]))
    },
    /** Takes back what was done to these files since a message, then sends it in other words. */
    resend: async (
      sessionId: SessionId,
      message: EventId,
      text: string,
      along: FilesAlong,
    ): Promise<CheckpointResult> => {
      const restoring = { because: 'resend', direction: 'undo', scope: since(message), along } as const
      const { branches, drafts, log } = deps
      branches.rewording(sessionId, message, text)
      const { id, event } = await begin(deps, sessionId, restoring)
      // The words lie in the message box when the app ends before they are sent.
      const isKept = drafts.get(sessionId) === ''
      if (isKept) drafts.set(sessionId, text)
      deps.checkpoints.goingOn.add(id)
      log.publish(sessionId, [event])
      const result = await carryOut(sessionId, id, restoring, (ended) => {
        try {
          branches.resend(sessionId, message, text, [ended])
        } catch (error) {
          log.publish(sessionId, [ended])
          throw error
        }
      })
      if (isKept && drafts.get(sessionId) === text) drafts.set(sessionId, '')
      return result
    },
    /** The person leaves as they are the files that were being put back when the app ended. */
    leave: (sessionId: SessionId, begun: EventId): void => {
      deps.log.publish(sessionId, [{ kind: 'restore.ended', payload: { begun, files: [] } }])
    },
  }
}

/** What is about to be done, as an event yet to be stored. */
async function begin(
  { checkpoints, newId }: Deps,
  sessionId: SessionId,
  { because, direction, scope, along }: Restoring,
) {
  const files = await checkpoints.named({ sessionId, scope, files: along.files })
  const id = newId('event')
  const event: NewDurableEvent = { kind: 'restore.begun', id, payload: { because, direction, scope, files } }
  return { id, event }
}

export type MovesWithFiles = ReturnType<typeof createMovesWithFiles>

function since(event: EventId | null): CheckpointScope {
  return event === null ? { of: 'session' } : { of: 'after', eventId: event }
}
