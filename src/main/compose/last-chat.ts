import type { SessionFolds } from '#shared/events/fold.ts'
import type { SessionId } from '#shared/ids.ts'
import type { LastChat } from '#shared/ipc/boot.ts'
import { isTerminal } from '#shared/run/run-status.ts'

type Deps = {
  readonly settings: { readonly lastSession: () => SessionId | null }
  readonly folds: (sessionId: SessionId) => SessionFolds
  readonly draftOf: (sessionId: SessionId) => string
}

/** The chat that was open last, or null when there is none, it is in the bin, or it is the log of something else. */
export function lastChatOf({ settings, folds, draftOf }: Deps): LastChat | null {
  const id = settings.lastSession()
  if (id === null) return null
  const { session, runs } = folds(id)
  if (session?.kind !== 'chat' || typeof session.meta.deletedAt === 'number') return null
  const isBusy = Object.values(runs).some((run) => !isTerminal(run.status))
  return { id, meta: isBusy ? null : session.meta, draft: draftOf(id) }
}
