import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EMPTY_WORKFLOW, type WorkflowView } from '#shared/workflow/fold-workflow.ts'
import {
  createRunLog,
  type Happening,
  happening,
  RUN_SESSION,
} from '../../../../../test/support/stories/workflow-log.ts'
import { createApi } from '../../../api.ts'
import { createWorkflowStore } from '../../../store/workflows/workflow-store.ts'
import { createSettler } from '../settle-values.ts'
import { workTimeOf } from '../work-time.ts'
import { lanesOf } from './timeline-lanes.ts'

/** A step between the log and the window. */
type Step =
  | { readonly does: 'happen'; readonly what: Happening }
  /** The next events arrive; `most` of them at once. */
  | { readonly does: 'deliver'; readonly most: number }
  /** Events that arrived before arrive again, from this many back. */
  | { readonly does: 'again'; readonly back: number }
  /** A later piece arrives before the one in front of it. */
  | { readonly does: 'swap'; readonly at: number }
  /** A piece is lost on the way. */
  | { readonly does: 'lose' }
  /** The window draws, looks at the timeline again, or takes note of an answer of main. */
  | { readonly does: 'frame' | 'settle' | 'turn' }
  | { readonly does: 'reload' }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('happen' as const), what: happening }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('deliver' as const), most: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('again' as const), back: fc.integer({ min: 1, max: 6 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('swap' as const), at: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ does: 'lose' as const }) },
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constantFrom('frame' as const, 'settle' as const, 'turn' as const) }),
  },
  { weight: 1, arbitrary: fc.constant({ does: 'reload' as const }) },
)

const turn = async () => {
  for (let at = 0; at < 20; at += 1) await Promise.resolve()
}

/** A window with the timeline of a run, whose frames and timers come when the test says so. */
function openWindow(log: ReturnType<typeof createRunLog>) {
  const frames: (() => void)[] = []
  const timers: (() => void)[] = []
  let shown: WorkflowView = EMPTY_WORKFLOW
  const problems: unknown[] = []
  const api = createApi({
    call: async (name) => ({ ok: true, value: name === 'session.attach' ? log.attach() : null }),
    onEvent: () => () => undefined,
  })
  const workflow = createWorkflowStore({
    api,
    after: (_ms, run) => frames.push(run),
    report: (error) => problems.push(error),
  })
  const settler = createSettler<WorkflowView>(
    (_ms, run) => {
      timers.push(run)
      return () => undefined
    },
    (view) => {
      shown = view
    },
  )
  workflow.store.subscribe(({ view }) => {
    if (view !== null) settler.follow(view, 100)
  })
  const runAll = (due: readonly (() => void)[]) => {
    for (const run of due) run()
  }
  return {
    receive: workflow.receive,
    open: () => workflow.open(RUN_SESSION),
    retry: workflow.retry,
    state: workflow.store.getState,
    problems,
    timeline: () => ({ lanes: lanesOf(shown), gaps: workTimeOf(shown).gaps, state: shown.state }),
    frame: () => runAll(frames.splice(0)),
    settle: () => runAll(timers.splice(0)),
  }
}

it('equals the fold of the log after stops and resumes, whatever happened on the way', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 80 }), async (steps) => {
      const log = createRunLog()
      let window = openWindow(log)
      await window.open()
      let sent = 0
      const deliver = (to: number) => {
        if (to > sent) window.receive(log.batch(sent, to))
        sent = Math.max(sent, to)
      }
      for (const each of steps) {
        const whole = log.events().length
        if (each.does === 'happen') log.happen(each.what)
        else if (each.does === 'deliver') deliver(Math.min(whole, sent + each.most))
        else if (each.does === 'again') window.receive(log.batch(Math.max(0, sent - each.back), sent))
        else if (each.does === 'swap' && sent + each.at < whole) {
          window.receive(log.batch(sent + each.at, whole))
          deliver(whole)
        } else if (each.does === 'lose') sent = whole
        else if (each.does === 'frame') window.frame()
        else if (each.does === 'settle') window.settle()
        else if (each.does === 'turn') await turn()
        else if (each.does === 'reload') {
          window = openWindow(log)
          await window.open()
          sent = whole
        }
      }
      // One more event shows a hole that a lost piece left; then all that was set in motion comes to its end.
      log.happen({ what: 'log', agent: 0, state: 'running', after: 1 })
      deliver(log.events().length)
      for (let round = 0; round < 8; round += 1) {
        window.frame()
        await turn()
        window.settle()
      }
      const { workflow } = log.folded()
      const view = workflow ?? EMPTY_WORKFLOW
      expect(window.problems).toEqual([])
      expect(window.state().problem).toBeNull()
      expect(window.timeline()).toEqual({
        lanes: lanesOf(view),
        gaps: workTimeOf(view).gaps,
        state: view.state,
      })
    }),
    { numRuns: 300 },
  )
})

it('hands on the newest value, whichever turn of the window it came in', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(9), fc.constant('turn' as const))), (acts) => {
      let due: (() => void)[] = []
      const settled: number[] = []
      const settler = createSettler<number>(
        (_ms, run) => {
          due.push(run)
          return () => undefined
        },
        (value) => settled.push(value),
      )
      const turns = () => {
        const now = due
        due = []
        for (const run of now) run()
      }
      for (const act of acts) act === 'turn' ? turns() : settler.follow(act, 100)
      turns()
      const values = acts.filter((act) => act !== 'turn')
      expect(settled.at(-1)).toBe(values.at(-1))
    }),
  )
})
