import type { Card } from '#shared/team/card.ts'

/** Number of unverified cards before a reminder. */
export const UNCHECKED = 3

/** Words of a card that is about checking what others did. */
const CHECKS = /\b(check|compar|prov|review|test|valid|verif)|检查|核对|测试|验证|审查/i

/**
 * The cards that were done since the last one that was about checking. A card says so in its subject, or with
 * `verifies` in its metadata.
 */
export function uncheckedOf(cards: readonly Card[]): Card[] {
  const done = cards
    .filter(({ status }) => status === 'completed')
    .toSorted((left, right) => (left.completedAt ?? 0) - (right.completedAt ?? 0) || left.id - right.id)
  return done.slice(done.findLastIndex(isCheck) + 1)
}

const isCheck = ({ subject, metadata }: Card): boolean => CHECKS.test(subject) || 'verifies' in metadata
