import type { EventId } from '#shared/ids.ts'
import { beginsExchange } from '#shared/session/snipped.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useChat, useSession } from '../chat-context.ts'

/** Whether a message is the newest, which cannot be snipped. */
export function useIsNewest(eventId: EventId): boolean {
  return useSession((state) => state.path.findLast(beginsExchange)?.id === eventId)
}

/** Leaves exchanges of the chat out of what the model reads, each with the way back, and puts them back. */
export function useSnips(): {
  readonly snip: (eventId: EventId) => void
  readonly restore: (eventId: EventId) => void
} {
  const t = useText()
  const { api, app, toast } = useChat()
  const sessionId = useSession((state) => state.sessionId)
  const restore = (eventId: EventId) => {
    if (sessionId !== null) app.attempt(api.command('exchange.restore', { sessionId, eventId }))
  }
  const snip = async (eventId: EventId) => {
    if (sessionId === null) return
    await api.command('exchange.snip', { sessionId, eventId })
    const action = { label: t('snip.undo'), onAct: () => restore(eventId) }
    toast?.({ mark: 'done', text: t('snip.done'), action, seconds: 12 })
  }
  return { snip: (eventId) => app.attempt(snip(eventId)), restore }
}
