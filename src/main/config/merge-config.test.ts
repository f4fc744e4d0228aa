import { describe, expect, it } from 'vitest'
import { mergeConfig } from './merge-config.ts'

const small = { type: 'builtin', provider: 'groq', id: 'small' } as const
const large = { type: 'builtin', provider: 'groq', id: 'large' } as const
const allow = { tool: 'bash', pattern: 'npm test', action: 'allow' } as const
const deny = { tool: 'bash', pattern: 'rm *', action: 'deny' } as const

describe('mergeConfig', () => {
  it('gives built-in values where nobody said anything', () => {
    expect(mergeConfig({}, null)).toEqual({
      model: null,
      models: {},
      runs: {
        maxTurns: 200,
        maxParallel: 16,
        cancelGraceMs: 5_000,
        maxCost: null,
        maxMinutes: null,
        warnAt: 0.8,
        silentMinutes: 16,
        sessionTtl: null,
      },
      context: {
        maxInputTokens: null,
        reserveOutput: 8_192,
        toolOutputMaxChars: 30_000,
        autoCompact: true,
        compactAt: 0.8,
        window: { strategy: 'full' },
      },
      workflows: { chatCeiling: 200_000, chatCeilingUsd: null },
      memory: { recall: true, minScore: 0.7, maxBudgetFraction: 0.2 },
      permissions: [],
      permissionMode: 'ask',
    })
  })

  it('lets no project spend more than the person allows', () => {
    const user = { runs: { maxCost: 2 } }
    expect(mergeConfig(user, { runs: { maxCost: 5, maxMinutes: 3 } }).runs).toMatchObject({
      maxCost: 2,
      maxMinutes: 3,
    })
    expect(mergeConfig(user, { runs: { maxCost: 1 } }).runs.maxCost).toBe(1)
  })

  it.each([
    [undefined, undefined, 200_000],
    [0, undefined, null],
    [0, 5_000, 5_000],
    [9_000, 0, 9_000],
    [9_000, 20_000, 9_000],
    [undefined, 1_000, 1_000],
  ])('bounds what a chat starts: the person says %s, the project %s', (mine, project, ceiling) => {
    const said = (chatCeiling: number | undefined) =>
      chatCeiling === undefined ? {} : { workflows: { chatCeiling } }
    expect(mergeConfig(said(mine), said(project)).workflows.chatCeiling).toBe(ceiling)
  })

  it('bounds what a chat starts in dollars only where somebody says so', () => {
    const said = (chatCeilingUsd: number) => ({ workflows: { chatCeilingUsd } })
    expect(mergeConfig(said(2.5), said(9)).workflows.chatCeilingUsd).toBe(2.5)
    expect(mergeConfig(said(0), null).workflows.chatCeilingUsd).toBe(null)
    expect(mergeConfig({}, said(1)).workflows.chatCeilingUsd).toBe(1)
  })

  it('puts the project before the person and the person before the built-in values, key by key', () => {
    const user = {
      runs: { maxTurns: 10, maxParallel: 2 },
      context: { reserveOutput: 1 },
      permissionMode: 'plan',
    } as const
    const merged = mergeConfig(user, { runs: { maxTurns: 5 }, context: { maxInputTokens: 9 } })
    expect(merged.runs).toMatchObject({ maxTurns: 5, maxParallel: 2, cancelGraceMs: 5_000 })
    expect(merged.context).toMatchObject({ maxInputTokens: 9, reserveOutput: 1, toolOutputMaxChars: 30_000 })
    expect(merged.permissionMode).toBe('plan')
  })

  it('adds the rules of a project and drops none of the person', () => {
    expect(mergeConfig({ permissions: [allow] }, { permissions: [deny] }).permissions).toEqual([allow, deny])
  })

  it.each([
    ['quick', small],
    ['groq/small', small],
    ['groq/large', large],
    ['unknown', large],
    ['toString', large],
  ])('lets a project choose %j among the models of the person', (use, model) => {
    expect(mergeConfig({ model: large, models: { quick: small } }, { model: { use } }).model).toEqual(model)
  })
})
