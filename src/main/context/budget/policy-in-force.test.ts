import { describe, expect, it } from 'vitest'
import type { PolicyKey } from '#shared/context/policy-in-force.ts'
import { testModel } from '../../../../test/support/data/history.ts'
import { type PolicyLayers, policyLines } from './policy-in-force.ts'

const model = { ...testModel, contextWindow: 100_000 }
const NOTHING: PolicyLayers = { user: { recallFraction: 0.2 }, project: undefined, agent: undefined }
const line = (layers: PolicyLayers, key: PolicyKey, of = model) =>
  policyLines(of, layers).find((each) => each.key === key)

describe('the policy that counts for a chat', () => {
  it('is that of the app where nobody says anything, and names the model where it decides', () => {
    expect(policyLines(model, NOTHING)).toEqual([
      { key: 'maxInputTokens', value: { in: 'tokens', amount: 100_000 }, from: 'model' },
      { key: 'reserveOutput', value: { in: 'tokens', amount: 16_000 }, from: 'builtin' },
      { key: 'systemFraction', value: { in: 'share', amount: 0.15 }, from: 'builtin' },
      { key: 'autoCompact', value: { in: 'switch', on: true }, from: 'builtin' },
      { key: 'compactAt', value: { in: 'share', amount: 0.8 }, from: 'builtin' },
      { key: 'window', value: { in: 'messages', amount: null }, from: 'builtin' },
      { key: 'toolOutputMaxChars', value: { in: 'characters', amount: 2_000 }, from: 'builtin' },
      { key: 'recallFraction', value: { in: 'share', amount: 0.2 }, from: 'user' },
    ])
    const small = { ...model, contextWindow: 8_000 }
    expect(line(NOTHING, 'systemFraction', small)).toMatchObject({ value: { amount: 0.5 }, from: 'model' })
  })

  it('says of each value whose it is: the agent before the project before the person', () => {
    const layers: PolicyLayers = {
      user: { compactAt: 0.5, reserveOutput: 4_000, autoCompact: false },
      project: { compactAt: 0.6, window: { strategy: 'sliding', maxTurns: 7 } },
      agent: { compactAt: 0.7, maxInputTokens: 20_000 },
    }
    expect(line(layers, 'compactAt')).toMatchObject({ value: { amount: 0.7 }, from: 'agent' })
    expect(line(layers, 'maxInputTokens')).toMatchObject({ value: { amount: 20_000 }, from: 'agent' })
    expect(line(layers, 'window')).toMatchObject({ value: { amount: 7 }, from: 'project' })
    expect(line(layers, 'reserveOutput')).toMatchObject({ value: { amount: 4_000 }, from: 'user' })
    expect(line(layers, 'autoCompact')).toMatchObject({ value: { on: false }, from: 'user' })
  })
})
