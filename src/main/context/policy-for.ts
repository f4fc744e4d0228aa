import type { ModelInfo } from '#shared/model/model.ts'
import {
  type ContextPolicy,
  type ContextSettings,
  DEFAULT_POLICY,
  mergePolicies,
  policyFromConfig,
} from './policy.ts'

/** Below this many tokens a model's window is so small that the instructions need a larger share of it. */
const SMALL_WINDOW = 16_000
const SMALL_WINDOW_SHARE = 0.5

/** True for a model in whose window the usual share of the instructions is too little. */
export function hasSmallWindow({ contextWindow }: Pick<ModelInfo, 'contextWindow'>): boolean {
  return contextWindow < SMALL_WINDOW
}

/** The policy by which requests for a model are built. */
export function policyFor(model: ModelInfo, config: ContextSettings): ContextPolicy {
  const small = hasSmallWindow(model) ? { systemFraction: SMALL_WINDOW_SHARE } : {}
  // Rows per event are for the inspector, which asks for them; each request only needs the totals.
  return mergePolicies(DEFAULT_POLICY, small, policyFromConfig(config), { trace: false })
}
