import type { ProjectId, SessionId } from '#shared/ids.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { SIDE_MIN_WIDTH } from '../../../store/side/side-state.ts'
import { useChat } from '../chat-context.ts'
import { useSide } from './side-context.ts'

/** Opens a chat beside the open one, or says why that cannot be. */
export function useOpenBeside(): (id: SessionId, projectId: ProjectId | null) => void {
  const t = useText()
  const side = useSide()
  const { app, toast } = useChat()
  return (id, projectId) => {
    const { openSession } = app.store.getState()
    if (window.innerWidth < SIDE_MIN_WIDTH)
      return toast?.({ mark: 'stop', text: t('side.narrow'), seconds: 8 })
    if (openSession === null) return app.openSession(id, projectId)
    if (!side.open(id, projectId)) toast?.({ mark: 'stop', text: t('side.same'), seconds: 6 })
  }
}
