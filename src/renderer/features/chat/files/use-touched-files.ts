import { createContext, useCallback, useContext, useEffect } from 'react'
import type { CheckpointUsage, TouchedFiles } from '#shared/checkpoint/checkpoint.ts'
import type { SessionId } from '#shared/ids.ts'
import { problemOf } from '../../../api.ts'
import { type Asked, useAsked } from '../../../ui/hooks/asked.ts'
import { useApp, useChat, useSession } from '../chat-context.ts'

export type Touched = TouchedFiles & { readonly sessionId: SessionId; readonly usage: CheckpointUsage }

/** The changed files of the open chat; `data` is null while none is open. */
type AskedFiles = Asked<Touched | null>

const wordsOf = (error: unknown) => problemOf(error).message

/**
 * Returns the changed files of the open chat. Reloaded after change events and when the window is focused,
 * because changes by other programs send no event.
 */
export function useTouchedFiles(sessionId: SessionId | null): AskedFiles {
  const { api } = useChat()
  const changes = useApp((state) => state.fileChanges)
  const projectId = useSession((state) => state.folds.session?.meta.projectId ?? null)
  const load = useCallback(async () => {
    if (sessionId === null) return null
    const [touched, usage] = await Promise.all([
      api.call('checkpoint.files', { sessionId }),
      api.call('checkpoint.usage', { projectId }),
    ])
    return { ...touched, sessionId, usage }
  }, [api, sessionId, projectId])
  const asked = useAsked(load, wordsOf)
  const { ask } = asked
  useEffect(() => {
    if (changes > 0) ask()
  }, [changes, ask])
  useEffect(() => {
    window.addEventListener('focus', ask)
    return () => window.removeEventListener('focus', ask)
  }, [ask])
  return asked
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
