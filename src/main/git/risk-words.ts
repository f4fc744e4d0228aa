import { say } from '#shared/sentences.ts'
import type { RepositoryRisk } from './repository-risk.ts'

/** Returns the risk as the end of an English sentence. */
export function riskWords(risk: RepositoryRisk): string {
  if (risk.kind === 'setting') return `the settings of its repository hold ${risk.name}`
  return WORDS[risk.kind]
}

const WORDS = {
  unreadable: 'the settings of its repository cannot be read',
  elsewhere: 'its repository is not where it seems to be',
  hook: 'its repository has the hook post-index-change',
  submodules: 'its repository holds other repositories',
  'too-deep': 'the folder lies too deep',
} as const satisfies Record<Exclude<RepositoryRisk['kind'], 'setting'>, string>

type RiskName = `git.${RepositoryRisk['kind']}`

/** Returns the risk as a sentence for the person. */
export function riskSentence(risk: RepositoryRisk): ReturnType<typeof say<RiskName>> {
  if (risk.kind === 'setting') return say('git.setting', { name: risk.name })
  return say(`git.${risk.kind}`)
}
