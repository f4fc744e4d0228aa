import { useCallback, useEffect } from 'react'
import type { CheckpointUsage, TouchedFiles } from '#shared/checkpoint/checkpoint.ts'
import type { SessionId } from '#shared/ids.ts'
import { problemOf } from '../../../api.ts'
import { type Asked, useAsked } from '../../../ui/asked.ts'
import { useApp, useChat, useSession } from '../chat-context.ts'

export type Touched = TouchedFiles & { readonly usage: CheckpointUsage }

const wordsOf = (error: unknown) => problemOf(error).message

/**
 * The changed files of the open chat. They are asked for again when main says that they are others by now, and when
 * the window comes to the front: what programs outside have done meanwhile is only seen by looking.
 */
export function useTouchedFiles(sessionId: SessionId): Asked<Touched> {
  const { api } = useChat()
  const changes = useApp((state) => state.fileChanges)
  const projectId = useSession((state) => state.folds.session?.meta.projectId ?? null)
  const load = useCallback(async () => {
    const [touched, usage] = await Promise.all([
      api.call('checkpoint.files', { sessionId }),
      api.call('checkpoint.usage', { projectId }),
    ])
    return { ...touched, usage }
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
