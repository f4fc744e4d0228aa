import type { ModelInfo } from '#shared/model/model.ts'
import {
  type ContextPolicy,
  type ContextSettings,
  DEFAULT_POLICY,
  mergePolicies,
  policyFromConfig,
} from './policy.ts'
import { hasCrampedWindow } from './small-window.ts'

/** The usual share of the instructions is too little in a small window. */
const SMALL_WINDOW_SHARE = 0.5

/** The policy by which requests for a model are built. */
export function policyFor(model: ModelInfo, config: ContextSettings): ContextPolicy {
  const small = hasCrampedWindow(model) ? { systemFraction: SMALL_WINDOW_SHARE } : {}
  // Rows per event are for the inspector, which asks for them; each request only needs the totals.
  return mergePolicies(DEFAULT_POLICY, small, policyFromConfig(config), { trace: false })
}
