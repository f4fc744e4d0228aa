import type { ChatLimits } from '#shared/session/chat-limits.ts'
import type { Usage } from '#shared/session/message.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { spendingOf } from '../../../store/session-figures.ts'
import { useNumbers } from '../../../ui/numbers.ts'
import { UseLine } from '../../../ui/UseLine.tsx'
import { tokensOf, usageTogether } from '../agents/agent-words.ts'
import { useAgentRuns } from '../agents/use-agents-of-chat.ts'
import { useApp } from '../chat-context.ts'

type ChatLimitsLinesProps = {
  readonly limits: ChatLimits
  readonly own: Readonly<Record<string, Usage>>
}

/** How far the chat with its agents is from the lines that were drawn for it. */
export function ChatLimitsLines({ limits, own }: ChatLimitsLinesProps) {
  const t = useText()
  const numbers = useNumbers()
  const models = useApp((state) => state.models)
  const usage = usageTogether(own, useAgentRuns())
  const { dollars } = spendingOf(usage, models, undefined)
  const paid = typeof dollars === 'number' ? dollars : 0
  return (
    <div className="grid gap-2">
      <UseLine
        used={paid}
        warn={limits.warnCost}
        stop={limits.stopCost}
        words={numbers.dollars}
        what={t('chat.cost')}
      />
      <UseLine
        used={tokensOf(usage)}
        warn={limits.warnTokens}
        stop={limits.stopTokens}
        words={numbers.short}
        what={t('chat.limits.tokens')}
      />
    </div>
  )
}
