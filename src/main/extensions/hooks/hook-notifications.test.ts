import { expect, it } from 'vitest'
import type { SessionEvent } from '#shared/events/event.ts'
import { PlanId, RunId, SessionId } from '#shared/ids.ts'
import type { HookScene, News } from '../../hooks/hook.ts'
import { notifyHooks } from './hook-notifications.ts'

const sessionId = SessionId.parse('ses_00000001')
const runId = RunId.parse('run_00000001')
const planId = PlanId.parse('pln_00000001')
const scene: HookScene = { sessionId, projectId: null, agentId: 'build', cwd: '/tide', runId: null }

/** Returns the hook notifications for these events. */
function toldOf(...events: readonly Partial<SessionEvent>[]) {
  const told: [News, HookScene['runId']][] = []
  let listener: (sessionId: SessionId, events: readonly SessionEvent[]) => void = () => {}
  const leave = notifyHooks({
    subscribe: (given) => {
      listener = given
      return () => {
        listener = () => {}
      }
    },
    scenes: { ofSession: () => scene },
    tell: (news, at) => void told.push([news, at.runId]),
  })
  listener(sessionId, events as readonly SessionEvent[])
  leave()
  listener(sessionId, events as readonly SessionEvent[])
  return told
}

it('hooks hear how far a step of a plan is, with the run that does it', () => {
  const data = { planId, index: 1, from: 'pending', to: 'running' } as const
  expect(toldOf({ kind: 'plan.step', runId, payload: data })).toEqual([[{ name: 'plan.step', data }, runId]])
})

it('hooks hear nothing of a plan that is made or changed: its steps say it', () => {
  expect(toldOf({ kind: 'plan.changed', payload: { planId, goal: 'Mend it', steps: [] } })).toEqual([])
})
