import type { EventId, SessionId } from '#shared/ids.ts'
import type { Ahead } from '#shared/session/fork.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useChat, useSession } from '../chat-context.ts'
import { useOpenFiles } from '../files/files-request.ts'

/** Goes to other places of the conversation, each with the way back. */
export function useMoves(): {
  readonly rewind: (to: EventId) => void
  readonly visit: (to: EventId) => void
  /** Goes to what came after the place that is shown. */
  readonly forward: (ahead: Ahead) => void
} {
  const t = useText()
  const { api, app, toast } = useChat()
  const openFiles = useOpenFiles()
  const sessionId = useSession((state) => state.sessionId)
  const leaf = useSession((state) => state.path.at(-1)?.id)
  const tell = (text: string, session: SessionId, from: EventId) => {
    const onAct = () => app.attempt(api.call('session.visit', { sessionId: session, eventId: from }))
    toast?.({ mark: 'done', text, action: { label: t('chat.rewoundUndo'), onAct }, seconds: 12 })
  }
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
    tell(t('chat.rewound'), sessionId, leaf)
  }
  const visit = async (to: EventId) => {
    if (sessionId === null || leaf === undefined || to === leaf) return
    await api.call('session.visit', { sessionId, eventId: to })
    tell(t('branches.visited'), sessionId, leaf)
  }
  const forward = async ({ from, leafId }: Ahead) => {
    if (sessionId === null) return
    if (from === null) {
      await api.call('session.visit', { sessionId, eventId: leafId })
      return
    }
    const asked = { sessionId, direction: 'redo', scope: { of: 'after', eventId: from } } as const
    const { files } = await api.call('checkpoint.preview', asked)
    if (files.some(({ outcome }) => outcome !== 'unchanged')) {
      const more = { name: '', files: null, after: null } as const
      openFiles({ what: 'restore', ...asked, ...more, together: { with: 'forward', from, leaf: leafId } })
      return
    }
    await api.call('session.visit', { sessionId, eventId: leafId })
  }
  return {
    forward: (ahead) => app.attempt(forward(ahead)),
    rewind: (to) => app.attempt(rewind(to)),
    visit: (to) => app.attempt(visit(to)),
  }
}
