import { createContext, useContext, useEffect, useMemo } from 'react'
import type { CheckpointUsage, TouchedFiles } from '#shared/checkpoint/checkpoint.ts'
import type { SessionId } from '#shared/ids.ts'
import { type Query, useBoth, useQuery } from '../../../data/use-query.ts'
import { useSession } from '../chat-context.ts'

export type Touched = TouchedFiles & { readonly sessionId: SessionId; readonly usage: CheckpointUsage }

/** The changed files of the open chat; `data` is null while none is open. */
type AskedFiles = Query<Touched | null>

/**
 * Returns the changed files of the open chat. Reloaded after change events and when the window is focused,
 * because changes by other programs send no event.
 */
export function useTouchedFiles(sessionId: SessionId | null): AskedFiles {
  const projectId = useSession((state) => state.folds.session?.meta.projectId ?? null)
  const both = useBoth(
    useQuery('checkpoint.files', sessionId === null ? null : { sessionId }),
    useQuery('checkpoint.usage', sessionId === null ? null : { projectId }),
  )
  const { reload } = both
  useEffect(() => {
    window.addEventListener('focus', reload)
    return () => window.removeEventListener('focus', reload)
  }, [reload])
  const data = useMemo(
    () =>
      both.data === null || sessionId === null ? null : { ...both.data[0], sessionId, usage: both.data[1] },
    [both.data, sessionId],
  )
  return { ...both, data }
}

const Shared = createContext<AskedFiles | null>(null)

/** Shares the changed files of the open chat with everything inside. */
export const TouchedFilesProvider = Shared.Provider

/** The changed files of a chat; null where a conversation is only looked at. Another chat may still be on its way. */
export function useSharedFiles(sessionId: SessionId | null): AskedFiles | null {
  const shared = useContext(Shared)
  if (shared === null || shared.data === null || shared.data.sessionId === sessionId) return shared
  return { ...shared, data: null }
}
