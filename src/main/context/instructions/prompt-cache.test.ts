import { expect, it } from 'vitest'
import type { InstructionSnapshot, SectionKind } from '#shared/context/instructions.ts'
import { createPromptCache } from './prompt-cache.ts'
import { renderSystem, type SystemInput } from './system.ts'

const count = (text: string) => text.length

function snapshot(frozenAt: number, blocks: Partial<Record<SectionKind, string>> = {}): InstructionSnapshot {
  const kinds = ['baseline', 'rules', 'workspace', 'environment', 'time', 'skills'] as const
  const sections = kinds.map((kind) => ({ kind, frozenAt, renderedBlock: blocks[kind] ?? `the ${kind}` }))
  return { version: 1, cwd: '/p', sections }
}

const asked = (more: Partial<SystemInput> = {}): SystemInput => ({
  snapshot: snapshot(1),
  persona: 'You look.',
  notes: '',
  policy: { systemFraction: 1 },
  model: { id: 'model', contextWindow: 100_000, label: 'Model' },
  ...more,
})

it('answers agents that are told the same with the same prompt', () => {
  const render = createPromptCache()
  const first = render(asked(), count)
  expect(first).toEqual(renderSystem(asked(), count))
  expect(render(asked({ snapshot: snapshot(2) }), count)).toBe(first)
})

it('renders anew whatever is told otherwise, and knows both afterwards', () => {
  const render = createPromptCache()
  const first = render(asked(), count)
  const others: SystemInput[] = [
    asked({ persona: 'You write.' }),
    asked({ notes: 'colour: blue' }),
    asked({ snapshot: snapshot(1, { time: 'tomorrow' }) }),
    asked({ snapshot: null }),
    asked({ policy: { systemFraction: 0.5 } }),
    asked({ model: { id: 'model', contextWindow: 4_096, label: 'Model' } }),
    asked({ model: { id: 'gemini-3.8-flash', contextWindow: 100_000, label: 'Model' } }),
  ]
  for (const other of others) {
    const prompt = render(other, count)
    expect(prompt).toEqual(renderSystem(other, count))
    expect(prompt).not.toBe(first)
  }
  const last = others.at(-1) ?? asked()
  expect(render(last, count)).toBe(render({ ...last }, count))
  // Another way of counting may leave out other blocks.
  const recounted = (text: string) => text.length * 2
  expect(render(last, recounted)).not.toBe(render(last, count))
})
