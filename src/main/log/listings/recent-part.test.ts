import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHistory, testModel } from '../../../../test/support/data/history.ts'
import { createInjectionRegistry } from '../../context/branch/injections.ts'
import { createTokenCounter } from '../../context/budget/count-tokens.ts'
import { DEFAULT_POLICY } from '../../context/budget/policy.ts'
import { buildRequest } from '../../context/request/build-request.ts'
import { BUILTIN_INJECTIONS } from '../../context/updates/builtin-injections.ts'
import { recentStart } from './recent-part.ts'

const registry = createInjectionRegistry(BUILTIN_INJECTIONS)
registry.freeze()

type Step = 'asked' | 'answered' | 'item' | 'counted' | 'snipped' | 'restored'
const steps: fc.Arbitrary<Step> = fc.constantFrom(
  ...(['asked', 'answered', 'asked', 'answered', 'item', 'counted', 'snipped', 'restored'] as const),
)

/** A branch of these steps, with a compaction at some place that summarised it up to an earlier one. */
function branchOf(told: readonly Step[], through: number, at: number) {
  const history = createHistory()
  const questions: ReturnType<typeof history.user>[] = []
  const take: Readonly<Record<Step, (text: string) => void>> = {
    asked: (text) => void questions.push(history.user(text)),
    answered: (text) => void history.answer(text),
    item: (content) => void history.item({ kind: 'recall', content }),
    counted: (text) => {
      const usage = { input: 900, output: 1 }
      const parts = [{ t: 'text' as const, text }]
      history.message({ role: 'assistant', parts, model: testModel.ref, usage, estimate: 700 })
    },
    snipped: () => {
      const first = questions[Math.floor(questions.length / 2)]
      if (first !== undefined) history.append('exchange.snipped', { first })
    },
    restored: () => {
      const first = questions[Math.floor(questions.length / 2)]
      if (first !== undefined) history.append('exchange.restored', { first })
    },
  }
  told.forEach((step, index) => {
    take[step](`Words ${index}.`)
    const mark = history.path[through]
    if (index !== at || mark === undefined) return
    const facts = { agents: false, bigJob: false }
    const sizes = { tokensBefore: 10, tokensAfter: 1, trigger: 'auto' as const }
    history.append('compact', { summary: 'They spoke.', compactedThrough: mark.id, ...sizes, facts })
  })
  return history.path
}

const build = (path: ReturnType<typeof branchOf>) =>
  buildRequest({
    path,
    registry,
    snapshot: null,
    persona: '',
    notes: '',
    currentRunId: null,
    tools: [],
    policy: { ...DEFAULT_POLICY, trace: false },
    model: testModel,
    count: createTokenCounter(),
  })

describe('the recent part of a branch', () => {
  it('makes the same request as the whole branch', () => {
    const lists = fc.array(steps, { minLength: 320, maxLength: 700 })
    fc.assert(
      fc.property(lists, fc.nat(40), fc.nat(40), (told, kept, after) => {
        const at = told.length - 1 - after
        const path = branchOf(told, at - kept, at)
        const start = recentStart(path)
        if (start === null) return
        const [whole, recent] = [build(path), build(path.slice(start))]
        expect(recent.request).toEqual(whole.request)
        expect(recent.size).toEqual(whole.size)
        expect(recent.needsCompaction).toBe(whole.needsCompaction)
      }),
      { numRuns: 30 },
    )
  })

  it('is found in the end of a branch as in all of it', () => {
    const path = branchOf(
      Array.from({ length: 900 }, (_, at): Step => (at % 2 === 0 ? 'asked' : 'answered')),
      800,
      820,
    )
    const start = recentStart(path)
    expect(start).not.toBeNull()
    const end = path.slice((start ?? 0) - 10)
    expect(recentStart(end)).toBe(10)
    expect(recentStart(path.slice((start ?? 0) + 1))).toBeNull()
  })
})
