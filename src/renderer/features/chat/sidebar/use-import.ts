import type { ProjectId } from '#shared/ids.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { sentences } from '../../../ui/base/sentences.ts'
import { useApp, useChat } from '../chat-context.ts'

const TOLD_SECONDS = 12

/** Imports a chat into a project and opens it. Null without a model to continue it. */
export function useImport(projectId: ProjectId): (() => void) | null {
  const t = useText()
  const { api, app, toast } = useChat()
  const model = useApp(
    (state) => (state.models.find((each) => each.isDefault) ?? state.models[0])?.ref ?? null,
  )
  if (model === null) return null
  const take = async () => {
    const taken = await api.command('session.import', { projectId, model })
    if (taken === null) return
    app.openSession(taken.sessionId, projectId)
    const told = [
      t('chats.imported', { count: taken.messages }),
      taken.agents === 0 ? null : t('chats.agentsImported', { count: taken.agents }),
      taken.agentsLeft === 0 ? null : t('chats.agentsMissing', { count: taken.agentsLeft }),
      taken.skipped === 0 ? null : t('chats.skipped', { count: taken.skipped }),
      taken.asides === 0 ? null : t('chats.asides', { count: taken.asides }),
      taken.leftOut === 0 ? null : t('chats.attachmentsMissing', { count: taken.leftOut }),
      taken.unread === 0 ? null : t('chats.piecesUnread', { count: taken.unread }),
      taken.closedCalls === 0 ? null : t('chats.closedCalls', { count: taken.closedCalls }),
      taken.cut ? t('chats.cut') : null,
    ]
    toast?.({ mark: 'done', text: sentences(t, told), seconds: TOLD_SECONDS })
  }
  return () => app.attempt(take())
}
