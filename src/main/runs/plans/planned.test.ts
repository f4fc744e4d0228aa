import { describe, expect, it } from 'vitest'
import { createStoppedClock } from '../../../../test/support/data/stopped-clock.ts'
import type { OpenedCall, ToolContext, ToolPlan } from '../../tools/tool.ts'
import { planned } from '../calls/calling.ts'
import { runsOn } from '../calls/tool-limit.ts'

const never: OpenedCall = {
  plan: () => new Promise<ToolPlan>(() => {}),
  run: async () => ({ text: '', isError: false }),
}

/** A call whose plan never comes, with a clock in the hands of the test. */
function waiting() {
  const clock = createStoppedClock(0)
  const run = new AbortController()
  const planning = { tool: { name: 'bash' }, context: {} as ToolContext, limit: runsOn(clock, run.signal) }
  return { clock, run, plan: planned({ clock, unwindMs: 250 }, planning, never) }
}

describe('a call that takes for ever to say what it would do', () => {
  it('does not run, and its agent is told', async () => {
    const { clock, plan } = waiting()
    clock.advance(20_000)
    clock.advance(250)
    await expect(plan).rejects.toMatchObject({ code: 'tool.timeout' })
    await expect(plan).rejects.toThrow(/^It took more than 20 seconds .* call of bash would do/)
  })

  it('ends with its run', async () => {
    const { clock, run, plan } = waiting()
    run.abort(new Error('The person stopped it.'))
    clock.advance(250)
    await expect(plan).rejects.toThrow('The person stopped it.')
  })
})
