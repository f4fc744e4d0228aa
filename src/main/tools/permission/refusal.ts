import { describeRule } from '#shared/permission/describe-rule.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'

/** Why a call did not run. */
export type Refusal =
  | { readonly by: 'person'; readonly why: string | null }
  | { readonly by: 'rule'; readonly rule: PermissionRule }
  | { readonly by: 'plan_mode' }

/** The sentence the model reads instead of an answer. */
export function refusalSentence(refusal: Refusal): string {
  if (refusal.by === 'plan_mode') {
    return 'Plan mode is on, so nothing may be changed or run. Read what you need, and say what you would do: as a plan with `propose_plan` where you have it, otherwise in words.'
  }
  if (refusal.by === 'rule') {
    const rule = describeRule(refusal.rule)
    return `The permission rule ${rule} forbids this call. Do not try to reach the same end another way; say what you would need.`
  }
  const why = refusal.why?.trim() ?? ''
  if (why === '') {
    return 'The person said no to this call. Do not repeat it; go another way, or ask what they would prefer.'
  }
  return `The person said no to this call, and why: ${why}`
}
