import type { CheckpointDirection } from '#shared/checkpoint/checkpoint.ts'
import type { EventId, SessionId } from '#shared/ids.ts'
import type { Ahead } from '#shared/session/fork.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useChat, useSession } from '../chat-context.ts'
import { type Together, useOpenFiles } from '../files/files-request.ts'

/** Goes to other places of the conversation, each with the way back. */
export function useMoves(): {
  readonly rewind: (to: EventId) => void
  readonly visit: (to: EventId) => void
  /** Goes to what came after the place that is shown. */
  readonly forward: (ahead: Ahead) => void
  /** Requests another answer instead of this one. */
  readonly again: (answer: EventId) => void
} {
  const t = useText()
  const { api, app, toast } = useChat()
  const openFiles = useOpenFiles()
  const sessionId = useSession((state) => state.sessionId)
  const leaf = useSession((state) => state.path.at(-1)?.id)
  const tell = (text: string, session: SessionId, from: EventId) => {
    const onAct = () => app.attempt(api.command('session.visit', { sessionId: session, eventId: from }))
    toast?.({ mark: 'done', text, action: { label: t('chat.rewoundUndo'), onAct }, seconds: 12 })
  }
  /** Shows which files could go along, if there are any. True when the person is asked, and nothing is done yet. */
  const asksForFiles = async (direction: CheckpointDirection, since: EventId, together: Together) => {
    if (sessionId === null) return true
    const asked = { sessionId, direction, scope: { of: 'after', eventId: since } } as const
    const { files } = await api.read('checkpoint.preview', asked)
    if (files.every(({ outcome }) => outcome === 'unchanged')) return false
    openFiles({ what: 'restore', ...asked, name: '', files: null, after: null, together })
    return true
  }
  const rewind = async (to: EventId) => {
    if (sessionId === null || leaf === undefined) return
    if (await asksForFiles('undo', to, { with: 'rewind', to, leaf })) return
    await api.command('session.rewind', { sessionId, to })
    tell(t('chat.rewound'), sessionId, leaf)
  }
  const visit = async (to: EventId) => {
    if (sessionId === null || leaf === undefined || to === leaf) return
    await api.command('session.visit', { sessionId, eventId: to })
    tell(t('branches.visited'), sessionId, leaf)
  }
  const forward = async ({ from, leafId }: Ahead) => {
    if (sessionId === null) return
    if (from !== null && (await asksForFiles('redo', from, { with: 'forward', from, leaf: leafId }))) return
    await api.command('session.visit', { sessionId, eventId: leafId })
  }
  const again = async (answer: EventId) => {
    if (sessionId === null) return
    const question = await api.read('session.askedAt', { sessionId, eventId: answer })
    if (await asksForFiles('undo', question, { with: 'again', answer })) return
    await api.command('session.answerAgain', { sessionId, eventId: answer })
  }
  return {
    again: (answer) => app.attempt(again(answer)),
    forward: (ahead) => app.attempt(forward(ahead)),
    rewind: (to) => app.attempt(rewind(to)),
    visit: (to) => app.attempt(visit(to)),
  }
}
