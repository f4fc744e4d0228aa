import { expect, it } from 'vitest'
import { ContextPolicy, DEFAULT_POLICY, mergePolicies, policyFromConfig } from './policy.ts'

it('ships a default that is itself valid', () => {
  expect(ContextPolicy.parse(DEFAULT_POLICY)).toEqual(DEFAULT_POLICY)
})

it('merges objects key by key, replaces arrays, and lets the later layer win', () => {
  const merged = mergePolicies(
    DEFAULT_POLICY,
    { alwaysKeepKinds: ['steer', 'attachment'], toolOutput: { maxChars: 500 }, compactAt: 0.7 },
    { alwaysKeepKinds: ['agent-switch'], compactAt: 0.9 },
  )
  expect(merged).toEqual({
    ...DEFAULT_POLICY,
    alwaysKeepKinds: ['agent-switch'],
    toolOutput: { keepLastTurns: 3, maxChars: 500 },
    compactAt: 0.9,
  })
})

it('does not let an undefined value of a layer take anything away', () => {
  expect(mergePolicies(DEFAULT_POLICY, { compactAt: undefined })).toEqual(DEFAULT_POLICY)
})

it('reads the three settings of a config file', () => {
  const layer = policyFromConfig({ maxInputTokens: 32_000, reserveOutput: 4_000, toolOutputMaxChars: 900 })
  expect(mergePolicies(DEFAULT_POLICY, layer)).toMatchObject({
    maxInputTokens: 32_000,
    reserveOutput: 4_000,
    toolOutput: { keepLastTurns: 3, maxChars: 900 },
  })
})

it('takes the window of a config file, and the share of memories from what is settled about them', () => {
  const window = { strategy: 'sliding', maxTurns: 5 } as const
  const layer = policyFromConfig({ window, autoCompact: false, recallFraction: 0.1 })
  expect(mergePolicies(DEFAULT_POLICY, layer)).toEqual({
    ...DEFAULT_POLICY,
    window,
    truncation: [{ kind: 'memory-recall', maxBudgetFraction: 0.1, strategy: 'head' }],
  })
})

it('takes kept kinds, cuts and shares of the settings; their rule for memories wins over the recall share', () => {
  const layer = policyFromConfig({
    systemFraction: 0.3,
    alwaysKeepKinds: ['hook-context'],
    toolOutputKeepTurns: 0,
    recallFraction: 0.1,
    truncation: [{ kind: 'memory-recall', maxBudgetFraction: 0.05, strategy: 'tail' }],
  })
  const policy = mergePolicies(DEFAULT_POLICY, layer)
  expect(policy).toMatchObject({
    systemFraction: 0.3,
    alwaysKeepKinds: ['hook-context'],
    toolOutput: { keepLastTurns: 0, maxChars: 2_000 },
  })
  expect(policy.truncation.find(({ kind }) => kind === 'memory-recall')).toEqual({
    kind: 'memory-recall',
    maxBudgetFraction: 0.05,
    strategy: 'tail',
  })
})

it.each([0, 1.01, Number.NaN, -0.5])('refuses %d as a share', (fraction) => {
  const truncation = [{ kind: 'memory-recall', maxBudgetFraction: fraction, strategy: 'head' as const }]
  expect(() => mergePolicies(DEFAULT_POLICY, { truncation })).toThrow()
})
