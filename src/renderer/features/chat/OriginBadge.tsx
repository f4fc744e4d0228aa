import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { useChat, useSession } from './chat-context.ts'

/** The trigger that began the chat, with the way to all triggers. */
export function OriginBadge() {
  const t = useText()
  const { app } = useChat()
  const origin = useSession((state) => state.folds.session?.meta.origin)
  if (origin === undefined) return null
  return (
    <p className="pb-1">
      <Button size="small" look="ghost" icon="clock" onClick={() => app.show('triggers')}>
        {t('triggers.badge', { name: origin.name })}
      </Button>
    </p>
  )
}
