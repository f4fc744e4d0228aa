import type { EventId } from '#shared/ids.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { useBusy } from '../../branches/MessageActions.tsx'
import { useChat, useSession } from '../../chat-context.ts'

/** Takes a compaction back, as long as nothing came after it. */
export function UndoCompact({ eventId }: { readonly eventId: EventId }) {
  const t = useText()
  const { api, app, toast } = useChat()
  const busy = useBusy()
  const sessionId = useSession((state) => state.sessionId)
  const isLeaf = useSession((state) => state.path.at(-1)?.id === eventId)
  if (sessionId === null || toast === null || busy || !isLeaf) return null
  const again = () => app.attempt(api.command('session.visit', { sessionId, eventId }))
  const undo = () =>
    app.attempt(
      api.command('session.undoCompact', { sessionId }).then(() =>
        toast({
          mark: 'done',
          text: t('chat.compactUndone'),
          action: { label: t('chat.rewoundUndo'), onAct: again },
          seconds: 12,
        }),
      ),
    )
  return (
    <button type="button" onClick={undo} className="ml-3 underline">
      {t('chat.compactUndo')}
    </button>
  )
}
