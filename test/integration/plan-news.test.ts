import { afterEach, beforeEach, expect, it } from 'vitest'
import { AgentId, type SessionId } from '#shared/ids.ts'
import { currentPlan } from '#shared/plan/plan-progress.ts'
import { CALLER, wordsOf } from '../support/hosts/agent-host.ts'
import { openRuleHost, type RuleHost, stepsOf } from '../support/hosts/rule-host.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'

let host: RuleHost

beforeEach(async () => {
  host = await openRuleHost()
})
afterEach(() => host.close())

type App = Awaited<ReturnType<RuleHost['start']>>
const EXPLORE = AgentId.parse('explore')
const LOOKS = callScript([{ name: 'list', args: { path: '.' } }])

const changeTo = async (app: App, sessionId: SessionId, goal: string, title: string) => {
  const plan = currentPlan((await app.look(sessionId)).folds.plans)
  if (plan === null) throw new Error('There is no plan.')
  const steps = [
    { index: 0, title: 'LEFT side', agentId: EXPLORE, dependsOn: [] },
    { index: 1, title: 'Middle', dependsOn: [] },
    { index: 2, title, dependsOn: [0] },
  ]
  const revision = plan.revision ?? 0
  await app.handlers['plan.change']({ sessionId, planId: plan.id, revision, goal, steps }, CALLER)
}

it('is told to those at its steps once, as an item and never as words of the person', async () => {
  const [left, mine] = [createGate(), createGate()]
  host.answer(
    ['step of a plan: LEFT', { steps: [{ do: 'wait', gate: left }, ...stepsOf(LOOKS)] }],
    ['Do step 2 now', { steps: [{ do: 'wait', gate: mine }, ...stepsOf(LOOKS)] }],
    ['Do step 3 now', textScript('All is told.')],
    ['The person has changed the plan', textScript('This side is done.')],
  )
  const app = await host.start()
  const steps = [
    { title: 'LEFT side', agentId: 'explore', dependsOn: [] },
    { title: 'Middle', dependsOn: [] },
    { title: 'Tell all', dependsOn: [0] },
  ]
  const sessionId = await app.begin(`/goal ${JSON.stringify({ goal: 'Mend the clock', steps })}`)
  const areAsked = (word: string) => app.until(async () => host.askedWith(word).length === 1)
  await areAsked('step of a plan: LEFT')
  await areAsked('Do step 2 now')
  await changeTo(app, sessionId, 'Mend the clock', 'Tell some')
  await changeTo(app, sessionId, 'Mend the watch', 'Tell nobody')
  left.open()
  mine.open()
  await app.until(async () => host.askedWith('Do step 3 now').length === 1)
  await app.app.idle()

  const told = host.askedWith('The person has changed the plan').map(wordsOf)
  expect(told).toHaveLength(2)
  // The chat knows the names of all steps; only the agent was given this one.
  const agents = told.find((words) => words.includes('step of a plan: LEFT'))
  expect(agents).toContain('The goal of the plan is now: Mend the watch')
  expect(agents).toContain('“Tell all” is now, takes up what comes of your step: Tell nobody')
  expect(agents).not.toContain('Tell some')
  const [agent] = await app.handlers['agent.runs']({ sessionId }, CALLER)
  if (agent === undefined) throw new Error('No agent.')
  const { path } = await app.look(agent.sessionId)
  expect(path.filter((event) => event.kind === 'harness.item').map(({ payload }) => payload)).toMatchObject([
    { kind: 'plan-changed', origin: 'system' },
  ])
  const said = path.filter((event) => event.kind === 'message' && event.payload.message.role === 'user')
  expect(said).toHaveLength(1)
})
