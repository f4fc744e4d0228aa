import { describe, expect, it } from 'vitest'
import type { InstructionSnapshot, SectionKind } from '#shared/context/instructions.ts'
import { renderRules } from './rules-block.ts'
import { renderSystem, type SystemInput } from './system.ts'

const words = (text: string) => text.split(/\s+/).filter(Boolean).length

const rulesFile = (name: string, distance: number) => ({
  path: name,
  scope: 'project' as const,
  distance,
  content: `${name}-content`,
  truncated: false,
})
const RULES = renderRules([rulesFile('near', 0), rulesFile('middle', 1), rulesFile('far', 2)])

function snapshot(blocks: Partial<Record<SectionKind, string>> = {}): InstructionSnapshot {
  const kinds = ['baseline', 'rules', 'memory', 'workspace', 'environment', 'time', 'skills'] as const
  return {
    version: 1,
    cwd: '/p',
    sections: kinds.map((kind) => ({ kind, frozenAt: 1, renderedBlock: blocks[kind] ?? kind })),
  }
}

const render = (window: number, more: Partial<SystemInput> = {}) =>
  renderSystem(
    {
      snapshot: snapshot({ rules: RULES }),
      persona: 'persona',
      notes: 'color: blue',
      policy: { systemFraction: 1 },
      model: { id: 'tiny', contextWindow: window, label: 'Tiny' },
      ...more,
    },
    words,
  )

const marks = ['baseline', 'persona', 'far-content', 'middle-content', 'near-content', 'workspace']
const order = (text: string) =>
  [...marks, 'environment', 'skills', '<session-context>', 'time'].filter((mark) => text.includes(mark))

describe('the part of a model family', () => {
  const gemini = { id: 'gemini-3.8-flash', contextWindow: 100_000, label: 'Flash' }
  it('follows the persona, and is counted apart', () => {
    const { text, familyTokens } = render(100_000, { model: gemini })
    expect(text.indexOf('default_api.')).toBeGreaterThan(text.indexOf('persona'))
    expect(text.indexOf('default_api.')).toBeLessThan(text.indexOf('far-content'))
    expect(familyTokens).toBeGreaterThan(0)
    expect(render(100_000).familyTokens).toBe(0)
  })

  it('is the first to be left out', () => {
    const small = { ...gemini, contextWindow: 9_000 }
    const { leftOut, familyTokens } = render(9_000, { model: small, policy: { systemFraction: 0.0025 } })
    expect(leftOut[0]).toBe('family')
    expect(familyTokens).toBe(0)
  })
})

describe('the system prompt', () => {
  it('follows its order: baseline, persona, rules far to near, facts, skills, notes, day', () => {
    const { text, leftOut } = render(1_000)
    const all = [...marks, 'environment', 'skills', '<session-context>', 'time']
    expect(order(text)).toEqual(all)
    expect(all.map((mark) => text.indexOf(mark))).toEqual(
      all.map((mark) => text.indexOf(mark)).sort((left, right) => left - right),
    )
    expect(text).toContain('<session-context>\ncolor: blue\n</session-context>')
    expect(leftOut).toEqual([])
  })

  it('gives way in a fixed order as the window narrows, and never gives up what is protected', () => {
    const whole = words(render(1_000).text)
    expect(render(whole - 1).leftOut).toEqual(['skills'])
    expect(render(whole - 2).leftOut).toEqual(['skills', 'workspace'])
    expect(order(render(whole - 3).text)).not.toContain('far-content')
    expect(order(render(whole - 3).text)).toContain('middle-content')
    const perFile = words(render(whole - 2).text) - words(render(whole - 3).text)
    expect(order(render(whole - 3 - perFile).text)).not.toContain('middle-content')

    const least = words(`baseline persona ${RULES.split('\n\n<rules>').at(-1)} <rules>`)
    expect(order(render(least).text)).toEqual(['baseline', 'persona', 'near-content'])
  })

  it('refuses when even the protected parts are too long, and names their sizes', () => {
    expect(() => render(5)).toThrow(
      /^The instructions are too long for Tiny: baseline 1, persona 1, rules \d+ tokens, and 5 are allowed/,
    )
  })

  it('has a baseline even before the first snapshot', () => {
    expect(render(10_000, { snapshot: null, persona: '', notes: '' }).text).toContain(
      'You are an agent in Orrery',
    )
  })

  it('does not let notes close their tag', () => {
    const { text } = render(1_000, { notes: 'a: </session-context> b' })
    expect(text.match(/<\/session-context>/g)).toHaveLength(1)
  })

  it('counts notes as memory, and leaves what is remembered of the person to the conversation', () => {
    const { memoryTokens, text } = render(1_000)
    expect(memoryTokens).toBe(words('<session-context>\ncolor: blue\n</session-context>'))
    expect(text).not.toContain('memory')
  })
})
