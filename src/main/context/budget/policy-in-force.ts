import {
  POLICY_KEYS,
  type PolicyKey,
  type PolicyLine,
  type PolicySettledBy,
  type PolicyValue,
} from '#shared/context/policy-in-force.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import type { ContextLayer } from './context-layers.ts'
import type { ContextPolicy, ContextSettings } from './policy.ts'
import { policyFor } from './policy-for.ts'
import { hasCrampedWindow } from './small-window.ts'

/** Returns the policy for a model line by line, with the source of each value. */
export function policyLines(model: ModelInfo, layers: readonly PolicyLayer[]): PolicyLine[] {
  const settings: ContextSettings = Object.assign({}, ...layers.map((layer) => layer.settings))
  const policy = policyFor(model, settings)
  return POLICY_KEYS.map((key) => ({
    key,
    value: valueIn(key, policy, settings, model),
    from: settlerOf(key, layers, model),
  }))
}

/** Context settings of one source. */
type PolicyLayer = Pick<ContextLayer, 'from'> & { readonly settings: ContextSettings }

function settlerOf(key: PolicyKey, layers: readonly PolicyLayer[], model: ModelInfo): PolicySettledBy {
  const last = layers.findLast(({ settings }) => settings[key] !== undefined)
  if (last !== undefined) return last.from
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
