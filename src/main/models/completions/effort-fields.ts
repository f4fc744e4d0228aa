import type { Effort } from '#shared/model/efforts.ts'

/** The fields in which chat completion servers take an effort. `plain` is OpenAI's own, `qwen-switch` has no budget. */
export type EffortForm = 'plain' | 'openrouter' | 'deepseek' | 'qwen' | 'qwen-switch'

/** Returns the form of a server by its host. */
export function effortFormOf(host: string): EffortForm {
  if (host === 'openrouter.ai') return 'openrouter'
  if (host === 'api.deepseek.com') return 'deepseek'
  return /^dashscope(?:-[a-z]+)*\.aliyuncs\.com$/.test(host) ? 'qwen' : 'plain'
}

/** Tokens of thinking for each effort at Qwen, whose models think up to 38,912 tokens (2026-11). */
const QWEN_BUDGETS: Readonly<Record<Exclude<Effort, 'off'>, number>> = {
  minimal: 1_024,
  low: 4_096,
  medium: 10_240,
  high: 20_480,
  xhigh: 32_768,
  max: 38_912,
}

/** DeepSeek knows three efforts (2026-11). */
const DEEPSEEK_EFFORTS: Readonly<Record<Exclude<Effort, 'off'>, 'low' | 'high' | 'max'>> = {
  minimal: 'low',
  low: 'low',
  medium: 'high',
  high: 'high',
  xhigh: 'high',
  max: 'max',
}

/** Returns the fields of a request that ask for an effort. */
export function effortFields(form: EffortForm, effort: Effort): Readonly<Record<string, unknown>> {
  switch (form) {
    case 'openrouter':
      // The router names no effort above `xhigh`.
      return { reasoning: { effort: effort === 'max' ? 'xhigh' : wireEffort(effort) } }
    case 'deepseek':
      return effort === 'off'
        ? { thinking: { type: 'disabled' } }
        : { thinking: { type: 'enabled' }, reasoning_effort: DEEPSEEK_EFFORTS[effort] }
    case 'qwen':
      return effort === 'off'
        ? { enable_thinking: false }
        : { enable_thinking: true, thinking_budget: QWEN_BUDGETS[effort] }
    case 'qwen-switch':
      return { enable_thinking: effort !== 'off' }
    case 'plain':
      return { reasoning_effort: wireEffort(effort) }
  }
}

/** Names an effort as the protocol does: `off` is `none` there. */
export function wireEffort(effort: Effort): Exclude<Effort, 'off'> | 'none' {
  return effort === 'off' ? 'none' : effort
}
