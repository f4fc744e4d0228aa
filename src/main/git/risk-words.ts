import { say } from '#shared/sentences.ts'
import type { RepositoryRisk } from './repository-risk.ts'

type RiskName = `git.${RepositoryRisk['kind']}`

/** Returns the risk as a sentence for the person. */
export function riskSentence(risk: RepositoryRisk): ReturnType<typeof say<RiskName>> {
  if (risk.kind === 'setting') return say('git.setting', { name: risk.name })
  return say(`git.${risk.kind}`)
}
