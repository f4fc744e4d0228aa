import type { EventId } from '#shared/ids.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useChat, useSession } from '../chat-context.ts'
import { useOpenFiles } from '../files/files-request.ts'

/** Goes to other places of the conversation, each with the way back. */
export function useMoves(): { readonly rewind: (to: EventId) => void } {
  const t = useText()
  const { api, app, toast } = useChat()
  const openFiles = useOpenFiles()
  const sessionId = useSession((state) => state.sessionId)
  const leaf = useSession((state) => state.path.at(-1)?.id)
  const rewind = async (to: EventId) => {
    if (sessionId === null || leaf === undefined) return
    const scope = { of: 'after', eventId: to } as const
    const asked = { sessionId, direction: 'undo', scope } as const
    const { files } = await api.call('checkpoint.preview', asked)
    if (files.some(({ outcome }) => outcome !== 'unchanged')) {
      const more = { name: '', files: null, after: null } as const
      openFiles({ what: 'restore', ...asked, ...more, together: { with: 'rewind', to, leaf } })
      return
    }
    await api.call('session.rewind', { sessionId, to })
    const back = () => app.attempt(api.call('session.visit', { sessionId, eventId: leaf }))
    toast?.({
      mark: 'done',
      text: t('chat.rewound'),
      action: { label: t('chat.rewoundUndo'), onAct: back },
      seconds: 12,
    })
  }
  return { rewind: (to) => app.attempt(rewind(to)) }
}
