import { TeamLimits } from '#shared/team/team-limits.ts'
import { amountIn } from '../../../ui/amount.ts'

/** The lines of a team, in the order in which they are asked for. */
export const TEAM_LINES = [
  ...['warnCost', 'stopCost', 'warnTokens', 'stopTokens', 'warnMinutes', 'stopMinutes'],
] as readonly (keyof TeamLimits)[]

/** The lines as they are typed; empty for none. */
export type LineTexts = Readonly<Record<keyof TeamLimits, string>>

/** The lines of a team as text to be changed. */
export function textsOf(limits: TeamLimits | null): LineTexts {
  const texts = TEAM_LINES.map((line) => [line, limits?.[line]?.toString() ?? ''])
  return Object.fromEntries(texts) as LineTexts
}

/** What the typed lines mean, and which of them mean nothing. */
export function teamLimitsOf(texts: LineTexts): {
  readonly limits: TeamLimits | null
  readonly wrong: ReadonlySet<keyof TeamLimits>
} {
  const read = TeamLimits.safeParse(
    Object.fromEntries(TEAM_LINES.map((line) => [line, amountIn(texts[line])])),
  )
  if (read.success) return { limits: read.data, wrong: new Set() }
  const wrong = read.error.issues.map(({ path }) => path[0] as keyof TeamLimits)
  return { limits: null, wrong: new Set(wrong) }
}
