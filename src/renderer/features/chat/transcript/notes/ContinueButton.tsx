import type { SessionId } from '#shared/ids.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { useBusy } from '../../branches/MessageActions.tsx'
import { useChat } from '../../chat-context.ts'

/** Takes up what has no answer. `sessionId` is null where there is nothing to take up. */
export function ContinueButton({ sessionId }: { readonly sessionId: SessionId | null }) {
  const t = useText()
  const { api, app, toast } = useChat()
  const busy = useBusy()
  if (sessionId === null || busy || toast === null) return null
  const goOn = () => app.attempt(api.command('session.goOn', { sessionId }))
  return (
    <Button size="small" look="ghost" onClick={goOn}>
      {t('chat.goOn')}
    </Button>
  )
}
