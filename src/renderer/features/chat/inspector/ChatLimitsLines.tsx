import type { ChatLimits } from '#shared/session/chat-limits.ts'
import type { Usage } from '#shared/session/message.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { spendingOf } from '../../../store/session-figures.ts'
import { Meter } from '../../../ui/Meter.tsx'
import { useNumbers } from '../../../ui/numbers.ts'
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
      <Line
        used={paid}
        warn={limits.warnCost}
        stop={limits.stopCost}
        words={numbers.dollars}
        what={t('chat.cost')}
      />
      <Line
        used={tokensOf(usage)}
        warn={limits.warnTokens}
        stop={limits.stopTokens}
        words={numbers.short}
        what={t('chat.limits.tokens')}
      />
    </div>
  )
}

type LineProps = {
  readonly used: number
  readonly warn: number | null
  readonly stop: number | null
  readonly words: (amount: number) => string
  readonly what: string
}

function Line({ used, warn, stop, words, what }: LineProps) {
  const t = useText()
  const whole = stop ?? warn
  if (whole === null) return null
  const near = warn !== null && used >= warn
  const fill = stop !== null && used >= stop ? 'bad' : near ? 'warn' : 'data-1'
  const lines = [
    ...(warn === null ? [] : [t('chat.limits.warnsAt', { line: words(warn) })]),
    ...(stop === null ? [] : [t('chat.limits.stopsAt', { line: words(stop) })]),
  ].join(' · ')
  return (
    <div className="grid gap-1">
      <Meter
        label={`${what}: ${t('chat.usedOf', { used: words(used), whole: words(whole) })}`}
        parts={[{ key: 'used', share: used / whole, fill }]}
      />
      <p className="figures flex justify-between gap-2 text-fg-3 text-xs">
        <span className={near ? 'text-warn-fg' : ''}>
          {what} {words(used)}
        </span>
        <span>{lines}</span>
      </p>
    </div>
  )
}
