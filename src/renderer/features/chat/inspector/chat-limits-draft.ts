import { ChatLimits } from '#shared/session/chat-limits.ts'
import { amountIn } from '../../../ui/amount.ts'

type Line = keyof ChatLimits
/** The lines as they are typed; empty for none. */
type Amounts = Readonly<Record<Line, string>>

/** The lines of a chat as text to be changed. */
export function amountsOf(limits: ChatLimits | undefined): Amounts {
  const text = (line: Line) => limits?.[line]?.toString() ?? ''
  return {
    warnCost: text('warnCost'),
    stopCost: text('stopCost'),
    warnTokens: text('warnTokens'),
    stopTokens: text('stopTokens'),
  }
}

/** What the typed lines mean, and which of them mean nothing. `500k` and `1.5M` are tokens too; nothing is no line. */
export function limitsOf(amounts: Amounts): {
  readonly limits: ChatLimits | null
  readonly wrong: ReadonlySet<Line>
} {
  const numbers = {
    warnCost: amountIn(amounts.warnCost),
    stopCost: amountIn(amounts.stopCost),
    warnTokens: amountIn(amounts.warnTokens),
    stopTokens: amountIn(amounts.stopTokens),
  }
  const read = ChatLimits.safeParse(numbers)
  if (read.success) return { limits: read.data, wrong: new Set() }
  return { limits: null, wrong: new Set(read.error.issues.map(({ path }) => path[0] as Line)) }
}
