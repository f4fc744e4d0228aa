import { useText } from '../../../messages/TextProvider.tsx'
import { useApp, useSession } from '../chat-context.ts'

/** Returns the title of the chat of a pane, as it is listed or as it is open. */
export function useChatTitle(): string {
  const t = useText()
  const open = useSession((state) => state.folds.session?.meta.title ?? null)
  const id = useApp((state) => state.openSession)
  const listed = useApp((state) =>
    Object.values(state.sessions)
      .flatMap(({ rows }) => rows)
      .find((row) => row.id === id),
  )
  if (id === null) return t('shell.newChat')
  const title = listed?.title ?? open ?? ''
  return title === '' ? t('chat.untitled') : title
}
