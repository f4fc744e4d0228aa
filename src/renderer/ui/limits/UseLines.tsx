import type { ChatLimits } from '#shared/session/chat-limits.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { useNumbers } from '../base/numbers.ts'
import { UseLine } from './UseLine.tsx'

type UseLinesProps = {
  readonly limits: ChatLimits
  readonly dollars: number
  readonly tokens: number
  readonly minutes: number
}

/** Shows usage relative to all limits, stacked or side by side as space allows. */
export function UseLines({ limits, dollars, tokens, minutes }: UseLinesProps) {
  const t = useText()
  const numbers = useNumbers()
  const { warnMinutes = null, stopMinutes = null } = limits
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(180px,1fr))] gap-x-6 gap-y-2">
      <UseLine
        used={dollars}
        warn={limits.warnCost}
        stop={limits.stopCost}
        words={numbers.dollars}
        what={t('chat.cost')}
      />
      <UseLine
        used={tokens}
        warn={limits.warnTokens}
        stop={limits.stopTokens}
        words={numbers.short}
        what={t('chat.limits.tokens')}
      />
      <UseLine
        used={minutes}
        warn={warnMinutes}
        stop={stopMinutes}
        words={(count) => t('chat.limits.minutes', { count: Math.floor(count) })}
        what={t('chat.limits.time')}
      />
    </div>
  )
}
