import type { RunRecord } from '#shared/run/run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useBusy } from '../branches/MessageActions.tsx'
import { useChat, useSession } from '../chat-context.ts'

/** Takes up what broke off, at the end of the conversation only. */
export function GoOn({ run }: { readonly run: Pick<RunRecord, 'runId' | 'sessionId'> }) {
  const t = useText()
  const { api, app, toast } = useChat()
  const busy = useBusy()
  const isLast = useSession((state) => state.path.at(-1)?.runId === run.runId)
  if (!isLast || busy || toast === null) return null
  const goOn = () => app.attempt(api.call('session.goOn', { sessionId: run.sessionId }))
  return (
    <Button size="small" look="ghost" onClick={goOn}>
      {t('chat.goOn')}
    </Button>
  )
}
