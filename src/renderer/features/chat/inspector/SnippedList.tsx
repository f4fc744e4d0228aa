import { useMemo } from 'react'
import { textOf } from '#shared/session/message-words.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useBusy } from '../branches/MessageActions.tsx'
import { useSnipped, useSnips } from '../branches/use-snips.ts'
import { useChat, useSession } from '../chat-context.ts'

/** What the person has left out of what the model reads, each with the way back. Nothing where all is read. */
export function SnippedList() {
  const t = useText()
  const { toast } = useChat()
  const busy = useBusy()
  const path = useSession((state) => state.path)
  const { firsts } = useSnipped()
  const { restore } = useSnips()
  const exchanges = useMemo(
    () => path.flatMap((event) => (event.kind === 'message' && firsts.has(event.id) ? [event] : [])),
    [path, firsts],
  )
  if (exchanges.length === 0) return null
  return (
    <div className="grid gap-1">
      <h4 className="text-fg-3 text-xs">{t('snip.list')}</h4>
      <ul aria-label={t('snip.list')} className="grid gap-1">
        {exchanges.map(({ id, payload }) => (
          <li key={id} className="flex items-center gap-2 text-fg-2 text-sm">
            <span className="min-w-0 flex-1 truncate">{textOf(payload.message)}</span>
            {toast === null ? null : (
              <Button size="small" look="ghost" disabled={busy} onClick={() => restore(id)}>
                {t('snip.restore')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
