import { describe, expect, it } from 'vitest'
import type { PlanId } from '#shared/ids.ts'
import type { Plan, StepStatus } from '#shared/plan/plan.ts'
import { createHistory, runId } from '../../../../test/support/data/history.ts'
import { forgetsPlan, planReminder } from './plan-reminder.ts'

const plan = (...statuses: StepStatus[]): Plan => ({
  id: 'pln_00000001' as PlanId,
  source: 'todo',
  goal: 'An almanac',
  steps: statuses.map((status, index) => ({ index, title: `Step ${index + 1}`, status })),
})
const RUNNING = plan('completed', 'running', 'pending')

/** A run that keeps a list and then works for so many rounds. */
function workedFor(rounds: number) {
  const history = createHistory()
  history.user('Write it.')
  const round = (name: string) => {
    history.answer({ t: 'tool_call', callId: 'c', name, args: {} })
    history.result('c', 'done', { tool: { callId: 'c', name, isError: false, durationMs: 1 } })
  }
  round('plan')
  for (let done = 0; done < rounds; done += 1) round('read')
  return { ...history, round }
}

describe('a plan that is not kept', () => {
  it('is noticed after ten rounds without a call of plan', () => {
    expect(forgetsPlan(workedFor(9).path, RUNNING, runId(1))).toBe(false)
    expect(forgetsPlan(workedFor(10).path, RUNNING, runId(1))).toBe(true)
  })

  it('is noticed again only after ten more', () => {
    const { path, item, round } = workedFor(10)
    item(planReminder(RUNNING))
    expect(forgetsPlan(path, RUNNING, runId(1))).toBe(false)
    for (let more = 0; more < 10; more += 1) round('read')
    expect(forgetsPlan(path, RUNNING, runId(1))).toBe(true)
  })

  it.each([
    ['no step runs', plan('completed', 'pending')],
    ['there is no list', null],
  ])('is not missed where %s', (_, list) => {
    expect(forgetsPlan(workedFor(30).path, list, runId(1))).toBe(false)
  })

  it('is left alone in the beginning of another run', () => {
    const { path, answer } = workedFor(30)
    expect(forgetsPlan(path, RUNNING, runId(2))).toBe(false)
    answer('Done.')
    expect(forgetsPlan(path, RUNNING, runId(2))).toBe(false)
  })

  it('is noticed over several runs, once the newest has answered', () => {
    const { path, user, message } = workedFor(9)
    user('Go on.', 2)
    expect(forgetsPlan(path, RUNNING, runId(2))).toBe(false)
    message({ role: 'assistant', parts: [{ t: 'text', text: 'I go on.' }] }, 2)
    expect(forgetsPlan(path, RUNNING, runId(2))).toBe(true)
  })

  it('is named with the step that runs', () => {
    expect(planReminder(RUNNING).content).toBe(
      'Your plan has not changed for 10 rounds; "Step 2" still runs. Call `plan` if a step has ended.',
    )
  })
})
