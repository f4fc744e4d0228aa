import type { ReportRow } from '#shared/context/report.ts'
import type { MessageKey } from '../../../../messages/catalogues.ts'

type RuleKey = Extract<MessageKey, `context.rule.${string}`>

const WORDS: Readonly<Record<string, RuleKey>> = {
  path: 'context.rule.path',
  compact: 'context.rule.compact',
  'place:in-place': 'context.rule.place',
  'place:system': 'context.rule.system',
  shrink: 'context.rule.shrink',
  fit: 'context.rule.fit',
  window: 'context.rule.window',
  share: 'context.rule.share',
  'lifetime:run': 'context.rule.run',
  'lifetime:boot': 'context.rule.boot',
  'repair:empty': 'context.rule.empty',
  'repair:orphan-result': 'context.rule.orphan',
  'repair:second-result': 'context.rule.second',
}

/** The words for the rule by which an event got its fate; null for a rule that has none and is shown by its name. */
export function ruleKey({ rule, outcome }: Pick<ReportRow, 'rule' | 'outcome'>): RuleKey | null {
  if (outcome === 'summarised') return 'context.rule.summarised'
  if (outcome === 'merged') return 'context.rule.merged'
  const known = WORDS[rule]
  if (known !== undefined) return known
  if (rule.startsWith('place:')) return 'context.rule.place'
  return rule.startsWith('model:') ? 'context.rule.model' : null
}
