import type { ChatLimits } from '#shared/session/chat-limits.ts'
import { TeamLimits } from '#shared/team/team-limits.ts'
import { amountIn } from './amount.ts'

/** The limit fields in form order. */
export const LINES = [
  ...(['warnCost', 'stopCost', 'warnTokens', 'stopTokens', 'warnMinutes', 'stopMinutes'] as const),
] satisfies readonly (keyof TeamLimits)[]

type Line = (typeof LINES)[number]
/** The lines as they are typed; empty for none. */
export type LineTexts = Readonly<Record<Line, string>>

/** Drawn lines as text to be changed. */
export function textsOf(limits: ChatLimits | null): LineTexts {
  return Object.fromEntries(LINES.map((line) => [line, limits?.[line]?.toString() ?? ''])) as LineTexts
}

/** Each warning limit with its pause limit. */
const PAIRS: readonly (readonly [Line, Line])[] = [
  ['warnCost', 'stopCost'],
  ['warnTokens', 'stopTokens'],
  ['warnMinutes', 'stopMinutes'],
]

/**
 * Parses the typed limits. Returns the invalid ones, and warnings that come after the pause. `500k` and
 * `1.5M` are valid tokens; empty is no limit.
 */
export function limitsOf(texts: LineTexts): {
  readonly limits: TeamLimits | null
  readonly wrong: ReadonlySet<Line>
  readonly late: ReadonlySet<Line>
} {
  const read = TeamLimits.safeParse(Object.fromEntries(LINES.map((line) => [line, amountIn(texts[line])])))
  if (!read.success) {
    return {
      limits: null,
      wrong: new Set(read.error.issues.map(({ path }) => path[0] as Line)),
      late: new Set(),
    }
  }
  const late = new Set(
    PAIRS.flatMap(([warn, stop]) => (isLate(read.data[warn], read.data[stop]) ? [warn] : [])),
  )
  return { limits: late.size === 0 ? read.data : null, wrong: new Set(), late }
}

const isLate = (warn: number | null, stop: number | null): boolean =>
  warn !== null && stop !== null && warn > stop
