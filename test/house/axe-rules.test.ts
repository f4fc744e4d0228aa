import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { LESSER_RULES } from '../support/desktop/desktop-screens.ts'

const Rules = z.object({
  _audit: z.object({
    rules: z.array(
      z.object({ id: z.string(), impact: z.string(), enabled: z.boolean(), tags: z.array(z.string()) }),
    ),
  }),
})

it('leaves out exactly the rules of axe that can find nothing serious', () => {
  const { rules } = Rules.parse(createRequire(import.meta.url)('axe-core'))._audit
  const run = rules.filter(({ enabled, tags }) => enabled && !tags.includes('experimental'))
  const lesser = run.filter(({ impact }) => impact === 'minor' || impact === 'moderate')
  expect([...LESSER_RULES]).toEqual(lesser.map(({ id }) => id).toSorted())
})
