import { useEffect } from 'react'
import type { InstructionsView } from '#shared/context/instructions-view.ts'
import type { SessionId } from '#shared/ids.ts'
import { type Query, useQuery } from '../../../../data/use-query.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { useChat, useSession } from '../../chat-context.ts'

/**
 * Returns the chat's instructions compared with the files. The files are read when the chat opens, when the
 * window regains focus, after a run and after a change; they are not watched.
 */
export function useInstructions(sessionId: SessionId): Query<InstructionsView> {
  const told = useSession((state) => state.instructionsTaken)
  const runs = useSession((state) => Object.keys(state.folds.runs).length)
  const asked = useQuery('instructions.view', { sessionId }, { reasons: [told, runs] })
  const { reload: again } = asked
  useEffect(() => {
    window.addEventListener('focus', again)
    return () => window.removeEventListener('focus', again)
  }, [again])
  return asked
}

const UNDO_SECONDS = 12

/** Refreshes the instructions and offers an undo. */
export function useRefresh(sessionId: SessionId): () => void {
  const t = useText()
  const { api, app, toast } = useChat()
  return () =>
    app.attempt(
      api.command('instructions.refresh', { sessionId }).then(({ before }) =>
        toast?.({
          mark: 'done',
          text: t('context.refreshed'),
          seconds: UNDO_SECONDS,
          action: {
            label: t('ui.undo'),
            onAct: () => app.attempt(api.command('instructions.restore', { sessionId, eventId: before })),
          },
        }),
      ),
    )
}
