import type { Text } from '../../messages/TextProvider.tsx'
import { type AttentionKind, mostUrgent, type RunAttention } from '../../store/workflows/run-attention.ts'
import type { MarkState } from '../../ui/controls/Mark.tsx'
import type { RailBadge } from '../Rail.tsx'

const MARKS: Readonly<Record<AttentionKind, MarkState>> = {
  waits: 'wait',
  failed: 'fail',
  near: 'wait',
  done: 'done',
}

/**
 * Returns the rail's text about runs that need attention: the most urgent by name, and the number of others.
 */
export function runBadge(t: Text, attention: RunAttention): RailBadge | null {
  const first = mostUrgent(attention)
  if (first === null) return null
  const words = t(`shell.runBadge.${first.kind}`, { name: first.name })
  const more = attention.length - 1
  return {
    mark: MARKS[first.kind],
    words: more === 0 ? words : t('shell.runBadge.more', { words, count: more }),
  }
}
