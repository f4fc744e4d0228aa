import type { QueueItemId, SessionId } from '#shared/ids.ts'
import { problemOf } from '../../../../api.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { useChat } from '../../chat-context.ts'

/**
 * Keeps other words for a waiting message. Where that fails, most often because its turn has come meanwhile, they go into the
 * message box: nothing that was written is lost.
 */
export function useQueueEdit(sessionId: SessionId): (itemId: QueueItemId, text: string) => void {
  const t = useText()
  const { api, app, drafts, toast } = useChat()
  const keep = async (itemId: QueueItemId, text: string): Promise<void> => {
    try {
      await api.command('queue.update', { sessionId, itemId, text })
    } catch (error) {
      const { text: draft } = drafts.of(sessionId)
      drafts.setText(sessionId, draft === '' ? text : `${draft}\n${text}`)
      if (problemOf(error).code !== 'queue.gone') throw error
      toast?.({ mark: 'stop', text: t('chat.editTooLate'), seconds: 12 })
    }
  }
  return (itemId, text) => app.attempt(keep(itemId, text))
}
