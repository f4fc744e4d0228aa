import { useText } from '../messages/TextProvider.tsx'
import { clockText, useNow } from '../ui/base/time.ts'

/** Shows how long an agent has waited for the person. */
export function WaitingClock({ since }: { since: number | undefined }) {
  const t = useText()
  const now = useNow(1_000)
  if (since === undefined) return null
  return (
    <span className="figures whitespace-nowrap text-fg-3 text-xs">
      {t('chat.waitingFor', { time: clockText(now - since) })}
    </span>
  )
}
