import type { CHECKPOINT_CALLS } from '#shared/ipc/calls/checkpoint-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { Checkpoints } from '../checkpoints/checkpoints.ts'
import type { Sessions } from '../runs/chats/sessions.ts'
import type { MovesWithFiles } from '../runs/history/moves-with-files.ts'

type Rooms = {
  readonly checkpoints: Checkpoints
  readonly moves: Pick<MovesWithFiles, 'leave'>
  readonly sessions: Pick<Sessions, 'get'>
  readonly signal: AbortSignal
}

/** Creates the handlers for files changed by agents. */
export function createCheckpointHandlers({
  checkpoints,
  moves,
  sessions,
  signal,
}: Rooms): Pick<Handlers, keyof typeof CHECKPOINT_CALLS> {
  return {
    'checkpoint.files': ({ sessionId }) => checkpoints.files(sessions.get(sessionId).id, signal),
    'checkpoint.look': (asked) => {
      sessions.get(asked.sessionId)
      return checkpoints.look(asked, signal)
    },
    'checkpoint.leave': ({ sessionId, begun }) => {
      moves.leave(sessions.get(sessionId).id, begun)
      return null
    },
    'checkpoint.preview': ({ direction, ...asked }) => {
      sessions.get(asked.sessionId)
      return checkpoints.preview(direction, asked, signal)
    },
    'checkpoint.undo': (asked) => {
      sessions.get(asked.sessionId)
      return checkpoints.undo(asked, signal)
    },
    'checkpoint.redo': (asked) => {
      sessions.get(asked.sessionId)
      return checkpoints.redo(asked, signal)
    },
    'checkpoint.usage': ({ projectId }) => checkpoints.usage(projectId),
  }
}
