import { describe, expect, it } from 'vitest'
import type { PolicyKey } from '#shared/context/policy-in-force.ts'
import { testModel } from '../../../../test/support/data/history.ts'
import { type ContextLayers, chosenProfile, layersInOrder } from './context-layers.ts'
import { policyLines } from './policy-in-force.ts'

const model = { ...testModel, contextWindow: 100_000 }
const NOTHING: ContextLayers = {
  user: undefined,
  project: undefined,
  agent: undefined,
  forced: undefined,
  chat: null,
  model: ['big', 'lab/big'],
}
const linesOf = (layers: Partial<ContextLayers>, of = model) =>
  policyLines(of, layersInOrder({ ...NOTHING, ...layers }))
const line = (layers: Partial<ContextLayers>, key: PolicyKey, of = model) =>
  linesOf(layers, of).find((each) => each.key === key)

describe('the policy that counts for a chat', () => {
  it('is that of the app where nobody says anything, and names the model where it decides', () => {
    expect(policyLines(model, [{ from: 'user', settings: { recallFraction: 0.2 } }])).toEqual([
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
    const layers = {
      user: { compactAt: 0.5, reserveOutput: 4_000, autoCompact: false },
      project: { compactAt: 0.6, window: { strategy: 'sliding', maxTurns: 7 } as const },
      agent: { compactAt: 0.7, maxInputTokens: 20_000 },
    }
    expect(line(layers, 'compactAt')).toMatchObject({ value: { amount: 0.7 }, from: 'agent' })
    expect(line(layers, 'maxInputTokens')).toMatchObject({ value: { amount: 20_000 }, from: 'agent' })
    expect(line(layers, 'window')).toMatchObject({ value: { amount: 7 }, from: 'project' })
    expect(line(layers, 'reserveOutput')).toMatchObject({ value: { amount: 4_000 }, from: 'user' })
    expect(line(layers, 'autoCompact')).toMatchObject({ value: { on: false }, from: 'user' })
  })
  it('puts the chosen profile over the general settings and under those of the agent', () => {
    const profiles = { long: { compactAt: 0.9, reserveOutput: 9_000 }, short: { compactAt: 0.3 } }
    const user = { compactAt: 0.5, profile: 'short', profiles, models: { big: 'long' } }
    const agent = { reserveOutput: 2_000 }
    expect(line({ user, agent }, 'compactAt')).toMatchObject({ value: { amount: 0.9 }, from: 'profile' })
    expect(line({ user, agent }, 'reserveOutput')).toMatchObject({ value: { amount: 2_000 }, from: 'agent' })
    const ofChat = { user, agent: { ...agent, profile: 'short' }, chat: 'long' }
    expect(line(ofChat, 'reserveOutput')).toMatchObject({ value: { amount: 9_000 }, from: 'profile' })
    const forced = { compactAt: 0.6 }
    expect(line({ ...ofChat, forced }, 'compactAt')).toMatchObject({ value: { amount: 0.6 }, from: 'forced' })
  })

  it('takes the profile of the highest layer that chooses one, and none that nobody has defined', () => {
    const profiles = { long: { compactAt: 0.9 }, short: { compactAt: 0.3 } }
    const all = {
      user: { profile: 'long', profiles },
      project: { profile: 'short' },
      agent: { profile: 'long' },
      chat: 'short',
      forced: { profile: 'long' },
    }
    const chosen = (layers: Partial<ContextLayers>) => chosenProfile({ ...NOTHING, ...layers })
    const { forced: _forced, ...free } = all
    const { agent: _agent, chat: _chat, ...ofFiles } = free
    expect(chosen(all)).toEqual({ name: 'long', from: 'forced', isKnown: true })
    expect(chosen(free)).toEqual({ name: 'short', from: 'chat', isKnown: true })
    expect(chosen({ ...free, chat: null })).toMatchObject({ name: 'long', from: 'agent' })
    expect(chosen(ofFiles)).toMatchObject({ name: 'short', from: 'project' })
    expect(chosen({ user: all.user })).toMatchObject({ name: 'long', from: 'user' })
    expect(chosen({ ...free, chat: 'constructor' })).toEqual({
      name: 'constructor',
      from: 'chat',
      isKnown: false,
    })
    expect(line({ ...free, chat: 'gone' }, 'compactAt')).toMatchObject({
      value: { amount: 0.8 },
      from: 'builtin',
    })
    expect(chosen({})).toBeNull()
  })
})
