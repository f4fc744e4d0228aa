import type { SessionId } from '#shared/ids.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { useBusy } from '../../branches/MessageActions.tsx'
import { useApp, useChat, useSession } from '../../chat-context.ts'

/** Takes up what has no answer. `sessionId` is null where there is nothing to take up; in a missing folder nothing can go on. */
export function ContinueButton({ sessionId }: { readonly sessionId: SessionId | null }) {
  const t = useText()
  const { api, app, toast } = useChat()
  const busy = useBusy()
  const projectId = useSession((state) => state.folds.session?.meta.projectId ?? null)
  const isMissing = useApp((state) => state.projects.find(({ id }) => id === projectId)?.missing === true)
  if (sessionId === null || busy || isMissing || toast === null) return null
  const goOn = () => app.attempt(api.command('session.goOn', { sessionId }))
  return (
    <Button size="small" look="ghost" onClick={goOn}>
      {t('chat.goOn')}
    </Button>
  )
}
