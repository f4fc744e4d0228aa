import type { CheckpointResult, CheckpointScope, FilesAlong } from '#shared/checkpoint/checkpoint.ts'
import type { EventId, SessionId } from '#shared/ids.ts'
import type { Branches } from './branches.ts'
import { createFileRestore, type FileRestoreDeps } from './file-restore.ts'

type Deps = FileRestoreDeps & {
  readonly branches: Pick<Branches, 'rewind' | 'visit' | 'resend' | 'rewording' | 'askedAt' | 'answerAgain'>
  /** The text of the composer of a chat. */
  readonly drafts: {
    readonly get: (key: SessionId) => string
    readonly set: (key: SessionId, text: string) => void
  }
}

/**
 * Moves a conversation together with the files its agents changed. What is meant is stored with the move, before a
 * file is touched, and what came of it afterwards: when the app ends in between, the log says what was begun.
 */
export function createMovesWithFiles(deps: Deps) {
  const { after: moved, before } = createFileRestore(deps)
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
      const { branches, drafts } = deps
      branches.rewording(sessionId, message, text)
      // The words lie in the message box when the app ends before they are sent.
      const isKept = drafts.get(sessionId) === ''
      if (isKept) drafts.set(sessionId, text)
      const result = await before(sessionId, restoring, (ended) =>
        branches.resend(sessionId, message, text, [ended]),
      )
      if (isKept && drafts.get(sessionId) === text) drafts.set(sessionId, '')
      return result
    },
    /** Takes back what was done to these files since the question, then asks for another answer to it. */
    answerAgain: (sessionId: SessionId, answer: EventId, along: FilesAlong): Promise<CheckpointResult> => {
      const scope = since(deps.branches.askedAt(sessionId, answer))
      const restoring = { because: 'again', direction: 'undo', scope, along } as const
      return before(sessionId, restoring, (ended) => deps.branches.answerAgain(sessionId, answer, [ended]))
    },
    /** The person leaves as they are the files that were being put back when the app ended. */
    leave: (sessionId: SessionId, begun: EventId): void => {
      deps.log.publish(sessionId, [{ kind: 'restore.ended', payload: { begun, files: [] } }])
    },
  }
}

export type MovesWithFiles = ReturnType<typeof createMovesWithFiles>

function since(event: EventId | null): CheckpointScope {
  return event === null ? { of: 'session' } : { of: 'after', eventId: event }
}
