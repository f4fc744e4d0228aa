import type { EventId } from '#shared/ids.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useChat, useSession } from '../chat-context.ts'

/** Goes to other places of the conversation, each with the way back. */
export function useMoves(): { readonly rewind: (to: EventId) => void } {
  const t = useText()
  const { api, app, toast } = useChat()
  const sessionId = useSession((state) => state.sessionId)
  const leaf = useSession((state) => state.path.at(-1)?.id)
  return {
    rewind: (to) => {
      if (sessionId === null || leaf === undefined) return
      const back = () => app.attempt(api.call('session.visit', { sessionId, eventId: leaf }))
      const moved = api.call('session.rewind', { sessionId, to }).then(() =>
        toast?.({
          mark: 'done',
          text: t('chat.rewound'),
          action: { label: t('chat.rewoundUndo'), onAct: back },
          seconds: 12,
        }),
      )
      app.attempt(moved)
    },
  }
}
