import { ChatLimits } from '#shared/session/chat-limits.ts'

type Line = keyof ChatLimits
/** The lines as they are typed; empty for none. */
type Amounts = Readonly<Record<Line, string>>

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 }

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
    warnCost: numberIn(amounts.warnCost),
    stopCost: numberIn(amounts.stopCost),
    warnTokens: numberIn(amounts.warnTokens),
    stopTokens: numberIn(amounts.stopTokens),
  }
  const read = ChatLimits.safeParse(numbers)
  if (read.success) return { limits: read.data, wrong: new Set() }
  return { limits: null, wrong: new Set(read.error.issues.map(({ path }) => path[0] as Line)) }
}

function numberIn(text: string): number | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const [whole, digits = '', unit = ''] = /^\$?\s*([\d.,]+)\s*([km]?)$/i.exec(trimmed) ?? []
  if (whole === undefined) return Number.NaN
  return Number(digits.replaceAll(',', '')) * (UNITS[unit.toLowerCase()] ?? 1)
}
