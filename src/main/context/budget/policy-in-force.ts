import {
  POLICY_KEYS,
  type PolicyKey,
  type PolicyLine,
  type PolicySettledBy,
  type PolicyValue,
} from '#shared/context/policy-in-force.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import type { ContextPolicy, ContextSettings } from './policy.ts'
import { policyFor } from './policy-for.ts'
import { hasCrampedWindow } from './small-window.ts'

/** Context settings by source, as written in each file. Later ones win. */
export type PolicyLayers = Readonly<Record<'user' | 'project' | 'agent', ContextSettings | undefined>>

/** Merges the settings of all sources. */
function settledBy({ user, project, agent }: PolicyLayers): ContextSettings {
  return { ...user, ...project, ...agent }
}

/** The policy that counts for a model, line by line, with who settled each. */
export function policyLines(model: ModelInfo, layers: PolicyLayers): PolicyLine[] {
  const settings = settledBy(layers)
  const policy = policyFor(model, settings)
  return POLICY_KEYS.map((key) => ({
    key,
    value: valueIn(key, policy, settings, model),
    from: settlerOf(key, layers, model),
  }))
}

function settlerOf(key: PolicyKey, layers: PolicyLayers, model: ModelInfo): PolicySettledBy {
  const last = (['agent', 'project', 'user'] as const).find((who) => layers[who]?.[key] !== undefined)
  if (last !== undefined) return last
  if (key === 'maxInputTokens') return 'model'
  return key === 'systemFraction' && hasCrampedWindow(model) ? 'model' : 'builtin'
}

function valueIn(
  key: PolicyKey,
  policy: ContextPolicy,
  settings: ContextSettings,
  { contextWindow }: ModelInfo,
): PolicyValue {
  switch (key) {
    case 'maxInputTokens':
      return { in: 'tokens', amount: policy.maxInputTokens ?? contextWindow }
    case 'reserveOutput':
      return { in: 'tokens', amount: policy.reserveOutput }
    case 'systemFraction':
    case 'compactAt':
      return { in: 'share', amount: policy[key] }
    case 'autoCompact':
      return { in: 'switch', on: settings.autoCompact ?? true }
    case 'window':
      return { in: 'messages', amount: policy.window?.maxTurns ?? null }
    case 'toolOutputMaxChars':
      return { in: 'characters', amount: policy.toolOutput.maxChars }
    case 'recallFraction': {
      const own = policy.truncation.find(({ kind }) => kind === 'memory-recall')
      return { in: 'share', amount: own?.maxBudgetFraction ?? 0 }
    }
  }
}
