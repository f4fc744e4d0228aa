import type { CHECKPOINT_CALLS } from '#shared/ipc/calls/checkpoint-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { Checkpoints } from '../checkpoints/checkpoints.ts'
import type { Sessions } from '../runs/sessions.ts'

type Rooms = {
  readonly checkpoints: Checkpoints
  readonly sessions: Pick<Sessions, 'get'>
  readonly signal: AbortSignal
}

/** The longest a person waits for an agent that is writing one of the files. */
const PATIENCE_MS = 30_000

/** What windows ask about the files agents have changed. */
export function createCheckpointHandlers({
  checkpoints,
  sessions,
  signal,
}: Rooms): Pick<Handlers, keyof typeof CHECKPOINT_CALLS> {
  const patient = () => AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
  return {
    'checkpoint.files': ({ sessionId }) => checkpoints.files(sessions.get(sessionId).id),
    'checkpoint.preview': ({ direction, ...asked }) => {
      sessions.get(asked.sessionId)
      return checkpoints.preview(direction, asked, patient())
    },
    'checkpoint.undo': (asked) => {
      sessions.get(asked.sessionId)
      return checkpoints.undo(asked, patient())
    },
    'checkpoint.redo': (asked) => {
      sessions.get(asked.sessionId)
      return checkpoints.redo(asked, patient())
    },
    'checkpoint.usage': ({ projectId }) => checkpoints.usage(projectId),
  }
}
