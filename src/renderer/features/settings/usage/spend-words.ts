import { type AgentSpend, cacheShare, dollarsOf, type Spend } from '#shared/usage/usage-report.ts'
import type { Text } from '../../../messages/TextProvider.tsx'
import type { Numbers } from '../../../ui/base/numbers.ts'

/** An amount in words: dollars, `free`, that a plan covers it, or that a price is not known. Unknown is never shown as 0. */
export function amountWords(
  spend: Pick<Spend, 'billed' | 'estimated' | 'unpriced' | 'covered'>,
  t: Text,
  numbers: Numbers,
): string {
  const dollars = dollarsOf(spend)
  if (spend.unpriced > 0) {
    return dollars > 0 ? t('usage.atLeast', { amount: smallDollars(dollars, numbers) }) : t('usage.unknown')
  }
  if (dollars > 0) return smallDollars(dollars, numbers)
  return t(spend.covered > 0 ? 'usage.plan' : 'usage.free')
}

/** Dollars with cents; less than a cent is not shown as nothing. */
export function smallDollars(dollars: number, numbers: Numbers): string {
  return dollars > 0 && dollars < 0.005 ? `<${numbers.dollars(0.01)}` : numbers.dollars(dollars)
}

export function cacheWords(spend: Spend, t: Text, numbers: Numbers): string {
  const share = cacheShare(spend)
  return share === null ? t('usage.none') : numbers.percent(share)
}

/** Tokens of the prompt, wherever they came from. */
export const promptOf = ({
  input,
  cacheRead,
  cacheWrite,
}: Pick<Spend, 'input' | 'cacheRead' | 'cacheWrite'>) => input + cacheRead + cacheWrite

/** Background tasks of the app that ask models. */
const JOBS = [
  'title',
  'compaction',
  'summary',
  'side-query',
  'memory',
  'sampling',
  'web-search',
  'embedding',
] as const

export function agentWords({ kind, agent }: Pick<AgentSpend, 'kind' | 'agent'>, t: Text): string {
  if (kind === 'chat') return t('usage.kind.chat')
  if (kind === 'workflow') return t('usage.kind.workflow')
  const job = JOBS.find((each) => kind === 'system' && each === agent)
  return job === undefined ? agent : t(`usage.job.${job}`)
}
