import type { SessionFolds } from '#shared/events/fold.ts'
import type { SessionId } from '#shared/ids.ts'
import type { LastChat, UndrawnChat } from '#shared/ipc/boot.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { SessionRecord } from '#shared/session/session.ts'

type Deps = {
  readonly settings: {
    readonly lastSession: () => SessionId | null
    readonly undrawnSession: () => SessionId | null
  }
  readonly folds: (sessionId: SessionId) => SessionFolds
  readonly draftOf: (sessionId: SessionId) => string
}

/**
 * Returns the chat that was open last. Null when there is none, when it is in the bin or the log of something else, and
 * when it was not drawn: opening it again could take the window away at each start.
 */
export function lastChatOf({ settings, folds, draftOf }: Deps): LastChat | null {
  const id = settings.lastSession()
  if (id === null || id === settings.undrawnSession()) return null
  const { session, runs } = folds(id)
  if (session === null || !isOpenChat(session)) return null
  const isBusy = Object.values(runs).some((run) => !isTerminal(run.status))
  return { id, meta: isBusy ? null : session.meta, draft: draftOf(id) }
}

/** Returns the chat that was open last when it was not drawn. */
export function undrawnChatOf({ settings, folds }: Omit<Deps, 'draftOf'>): UndrawnChat | null {
  const id = settings.undrawnSession()
  if (id === null || id !== settings.lastSession()) return null
  const { session } = folds(id)
  if (session === null || !isOpenChat(session)) return null
  return { id, projectId: session.meta.projectId, title: session.meta.title }
}

function isOpenChat({ kind, meta }: SessionRecord): boolean {
  return kind === 'chat' && typeof meta.deletedAt !== 'number'
}
