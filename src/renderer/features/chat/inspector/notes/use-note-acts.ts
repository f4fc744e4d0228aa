import type { SessionId } from '#shared/ids.ts'
import type { NoteChange, SessionNote } from '#shared/session/notes/note.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { useChat } from '../../chat-context.ts'

const UNDO_SECONDS = 12

/** Writes notes of a chat, and takes them away with a way back. */
export function useNoteActs(sessionId: SessionId) {
  const t = useText()
  const { api, app, toast } = useChat()
  const set = async (change: NoteChange): Promise<void> => {
    await api.command('note.set', { sessionId, ...change })
  }
  return {
    set,
    remove: async ({ key, content }: SessionNote): Promise<void> => {
      await set({ key, content: null })
      toast?.({
        mark: 'done',
        text: t('notes.removed', { key }),
        seconds: UNDO_SECONDS,
        action: { label: t('ui.undo'), onAct: () => app.attempt(set({ key, content })) },
      })
    },
  }
}
