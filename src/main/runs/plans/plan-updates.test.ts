import { describe, expect, it } from 'vitest'
import type { PlanId } from '#shared/ids.ts'
import type { Plan, Step } from '#shared/plan/plan.ts'
import { planUpdateItem } from './plan-updates.ts'

const step = (index: number, title: string, dependsOn: number[], more: Partial<Step> = {}): Step => ({
  index,
  title,
  dependsOn,
  status: 'pending',
  agentId: 'general',
  ...more,
})
const MINE = step(0, 'Read the code', [], { status: 'running' })
const planOf = (...steps: Step[]): Plan => ({
  id: 'pln_00000001' as PlanId,
  source: 'user',
  goal: 'Know it',
  steps: [MINE, ...steps],
})
const linesOf = (before: Plan, now: Plan): readonly string[] | undefined =>
  planUpdateItem(before, now, 0)?.content.split('\n').slice(1)

const BESIDE = step(1, 'Read the tests', [])
const NEXT = step(2, 'Write it up', [0, 1])
const LATER = step(3, 'Send it', [2])
const PLAN = planOf(BESIDE, NEXT, LATER)

describe('who does a step', () => {
  it('is told of a new goal, and of what is new, reworded or taken out beside it and right after it', () => {
    const now: Plan = {
      ...planOf({ ...NEXT, title: 'Draw it' }, LATER, step(4, 'Read the history', []), step(5, 'Count', [0])),
      goal: 'Show it',
    }
    expect(linesOf(PLAN, now)).toEqual([
      '- The goal of the plan is now: Show it',
      '- “Write it up” is now, takes up what comes of your step: Draw it',
      '- New, beside your step: Read the history',
      '- New, takes up what comes of your step: Count',
      '- Taken out: Read the tests',
    ])
  })

  it('is told that a step waits for it, or does so no more', () => {
    const now = planOf(step(1, 'Read the tests', [0]), step(2, 'Write it up', [1]), LATER)
    expect(linesOf(PLAN, now)).toEqual([
      '- Takes up what comes of your step: Read the tests',
      '- Does not take up at once what comes of your step: Write it up',
    ])
    expect(linesOf(PLAN, planOf(BESIDE, step(2, 'Write it up', [1]), LATER))).toEqual([
      '- Does not wait any more for what comes of your step: Write it up',
    ])
  })

  it('is not told of what comes later, of another order, or of who does what', () => {
    const other = step(1, 'Read the tests', [], { agentId: 'review', status: 'running' })
    expect(planUpdateItem(PLAN, planOf(NEXT, other, { ...LATER, title: 'Print it' }), 0)).toBeNull()
    expect(planUpdateItem(PLAN, planOf(BESIDE, NEXT), 0)).toBeNull()
  })

  it('is told of so many changes as it can take in, and of how many there are', () => {
    const many = Array.from({ length: 30 }, (_, at) => step(10 + at, 'x'.repeat(5_000), []))
    const item = planUpdateItem(PLAN, planOf(BESIDE, NEXT, LATER, ...many), 0)
    expect(item?.content.length).toBeLessThan(2_500)
    expect(item?.content).toContain('- … and 22 more')
    expect(item?.origin).toBe('system')
  })
})
