import type { EventId } from '#shared/ids.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { useApp, useChat, useSession } from '../chat-context.ts'

/** Takes everything up to a message into a chat of its own and opens it. */
export function ForkButton({ eventId }: { readonly eventId: EventId }) {
  const t = useText()
  const { api, app } = useChat()
  const sessionId = useSession((state) => state.sessionId)
  const projectId = useApp((state) => state.openProject)
  const fork = () => {
    if (sessionId === null) return
    const forked = api.command('session.fork', { sessionId, eventId })
    app.attempt(forked.then((made) => app.openSession(made.sessionId, projectId)))
  }
  return <IconButton tip icon="chat-plus" size="small" label={t('chats.forkHere')} onClick={fork} />
}
