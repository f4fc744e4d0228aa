import { expect, it } from 'vitest'
import type { ModelInfo } from '#shared/model/model.ts'
import type { Usage } from '#shared/session/message.ts'
import type { RequestSums } from '../log/model-requests.ts'
import { spendOf } from './usage-report.ts'

const rowOf = (usage: Usage) => ({ usage, requests: 1, model: 'openai/x' }) as RequestSums
const infoOf = (more: Partial<ModelInfo>) => () => ({ inputPrice: 0, outputPrice: 0, ...more }) as ModelInfo

it('counts what a plan covers, and never beside money', () => {
  const used = { input: 700, output: 300 }
  const plan = infoOf({ plan: 'chatgpt' })
  expect(spendOf(rowOf({ ...used, cost: { estimated: 0 } }), plan)).toMatchObject({
    covered: 1_000,
    unpriced: 0,
  })
  expect(spendOf(rowOf({ ...used, cost: { estimated: 0.5 } }), plan)).toMatchObject({ covered: 0 })
  expect(spendOf(rowOf({ ...used, cost: { estimated: 0 } }), infoOf({}))).toMatchObject({ covered: 0 })
})
