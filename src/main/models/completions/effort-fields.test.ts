import { describe, expect, it } from 'vitest'
import { sampleInfo, sampleRequest } from '../../../../test/support/protocols/model-samples.ts'
import type { Effort } from '../../../shared/model/efforts.ts'
import { adaptedDialect } from './dialect-refusals.ts'
import { effortFields } from './effort-fields.ts'
import { dialectFor, wireRequest } from './wire-request.ts'

/** Returns the fields of a request that have to do with its effort. */
function sent(baseUrl: string, effort: Effort | null): Record<string, unknown> {
  const model = sampleInfo({ reasoning: true })
  const request = sampleRequest({ model, ...(effort === null ? {} : { effort }) })
  const body: Record<string, unknown> = { ...wireRequest(request, new Map(), dialectFor(baseUrl, model)) }
  const names = ['reasoning', 'reasoning_effort', 'thinking', 'enable_thinking', 'thinking_budget']
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)))
}

const OPENROUTER = 'https://openrouter.ai/api/v1'
const DEEPSEEK = 'https://api.deepseek.com/v1'
const QWEN = 'https://dashscope.aliyuncs.com/compatible-mode/v1'
const QWEN_ABROAD = 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1'

describe('the effort goes out in the form of its server', () => {
  it.each([
    [OPENROUTER, 'off', { reasoning: { effort: 'none' } }],
    [OPENROUTER, 'minimal', { reasoning: { effort: 'minimal' } }],
    [OPENROUTER, 'max', { reasoning: { effort: 'xhigh' } }],
    [DEEPSEEK, 'off', { thinking: { type: 'disabled' } }],
    [DEEPSEEK, 'medium', { thinking: { type: 'enabled' }, reasoning_effort: 'high' }],
    [DEEPSEEK, 'max', { thinking: { type: 'enabled' }, reasoning_effort: 'max' }],
    [QWEN, 'off', { enable_thinking: false }],
    [QWEN, 'low', { enable_thinking: true, thinking_budget: 4_096 }],
    [QWEN_ABROAD, 'max', { enable_thinking: true, thinking_budget: 38_912 }],
    ['https://api.groq.com/openai/v1', 'high', { reasoning_effort: 'high' }],
    ['http://127.0.0.1:11434/v1', 'off', { reasoning_effort: 'none' }],
  ] as const)('%s, %s', (baseUrl, effort, fields) => {
    expect(sent(baseUrl, effort)).toEqual(fields)
  })

  it('asks Qwen without a budget once a model refused the budget', () => {
    const dialect = adaptedDialect(dialectFor(QWEN), 'thinking_budget must be at most 8192')
    expect(dialect?.effort).toBe('qwen-switch')
    expect(effortFields('qwen-switch', 'high')).toEqual({ enable_thinking: true })
    expect(effortFields('qwen-switch', 'off')).toEqual({ enable_thinking: false })
  })

  it.each([OPENROUTER, DEEPSEEK, QWEN, 'https://api.groq.com/openai/v1'])(
    '%s names none by itself',
    (url) => {
      expect(sent(url, null)).toEqual({})
    },
  )
})
