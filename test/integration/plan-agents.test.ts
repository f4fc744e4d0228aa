import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AgentId, type SessionId } from '#shared/ids.ts'
import { currentPlan } from '#shared/plan/plan-progress.ts'
import { CALLER, toolsOf, wordsOf } from '../support/hosts/agent-host.ts'
import { agentsOf, held, openRuleHost, type RuleHost, stepsOf } from '../support/hosts/rule-host.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'

let host: RuleHost

beforeEach(async () => {
  host = await openRuleHost()
})
afterEach(() => host.close())

type App = Awaited<ReturnType<RuleHost['start']>>

const stepsIn = async (app: App, sessionId: SessionId) => {
  const plan = currentPlan((await app.look(sessionId)).folds.plans)
  return plan?.steps.map(({ title, status }) => [title, status])
}
const states = async (app: App, sessionId: SessionId) =>
  (await stepsIn(app, sessionId))?.map(([, status]) => status)

const PLAN = {
  goal: 'Mend the clock',
  steps: [
    { title: 'LEFT side', agentId: 'explore', dependsOn: [] },
    { title: 'RIGHT side', agentId: 'explore', dependsOn: [] },
    { title: 'BOTH sides', agentId: 'general', dependsOn: [0, 1] },
    { title: 'Tell all', dependsOn: [2] },
  ],
}
const given = (plan: unknown) => `/goal ${JSON.stringify(plan)}`
const fails = (reason: string) => callScript([{ name: 'step_failed', args: { reason } }])

describe('a plan the person gives', () => {
  it('is done side by side where nothing waits, by agents that know what came before', async () => {
    const [left, right] = [createGate(), createGate()]
    host.answer(
      ['step of a plan: LEFT', held(left, 'Left is fine.')],
      ['step of a plan: RIGHT', held(right, 'Right is off.')],
      ['step of a plan: BOTH', textScript('Both are even.')],
      ['Do step 4 now', textScript('All is well.')],
    )
    const app = await host.start()
    const sessionId = await app.begin(given(PLAN))
    await app.until(
      async () => (await agentsOf(app, sessionId)).filter(({ state }) => state === 'running').length === 2,
    )
    expect(await states(app, sessionId)).toEqual(['running', 'running', 'pending', 'pending'])
    left.open()
    await app.until(async () => (await states(app, sessionId))?.[0] === 'completed')
    expect(host.askedWith('step of a plan: BOTH')).toEqual([])
    right.open()
    await app.until(
      async () => (await states(app, sessionId))?.every((state) => state === 'completed') ?? false,
    )
    await app.app.idle()
    const [both] = host.askedWith('step of a plan: BOTH')
    expect(wordsOf(both)).toContain('Left is fine.')
    expect(wordsOf(both)).toContain('Right is off.')
    expect(toolsOf(both)).toContain('step_failed')
    expect(wordsOf(host.askedWith('Do step 4 now')[0])).toContain('Both are even.')
  })

  it('is worked at by the chat beside its agents, and what they found joins between two requests', async () => {
    const [left, mine] = [createGate(), createGate()]
    const looks = callScript([{ name: 'list', args: { path: '.' } }])
    const steps = [
      { title: 'LEFT side', agentId: 'explore', dependsOn: [] },
      { title: 'Middle', dependsOn: [] },
      { title: 'BOTH', agentId: 'general', dependsOn: [0, 1] },
      { title: 'Tell all' },
    ]
    host.answer(
      ['step of a plan: LEFT', held(left, 'Left is fine.')],
      ['Do step 2 now', { steps: [{ do: 'wait', gate: mine }, ...stepsOf(looks)] }],
      ['step of a plan: BOTH', textScript('Both are even.')],
      ['Left is fine', textScript('The middle is straight.')],
      ['Do step 4 now', textScript('All is well.')],
    )
    const app = await host.start()
    const sessionId = await app.begin(given({ goal: 'Mend the clock', steps }))
    await app.until(async () => host.askedWith('Do step 2 now').length === 1)
    await app.until(async () => host.askedWith('step of a plan: LEFT').length === 1)
    expect(await states(app, sessionId)).toEqual(['running', 'running', 'pending', 'pending'])
    left.open()
    await app.until(async () => (await agentsOf(app, sessionId)).every(({ state }) => state === 'done'))
    expect((await app.look(sessionId)).path.filter(({ kind }) => kind === 'harness.item')).toHaveLength(2)
    mine.open()
    await app.until(
      async () => (await states(app, sessionId))?.every((state) => state === 'completed') ?? false,
    )
    await app.app.idle()
    expect(wordsOf(host.askedWith('step of a plan: BOTH')[0])).toContain('The middle is straight.')
    const runs = Object.values((await app.look(sessionId)).folds.runs)
    expect(runs.map(({ status }) => status)).toEqual(['completed', 'completed'])
  })

  it('is changed while agents are at work: what is added and can begin does so beside them', async () => {
    const left = createGate()
    host.answer(
      ['step of a plan: LEFT', held(left, 'Left is fine.')],
      ['step of a plan: RIGHT', textScript('Right is off.')],
      ['Do step 3 now', textScript('All is well.')],
    )
    const app = await host.start()
    const steps = [
      { title: 'LEFT side', agentId: 'explore', dependsOn: [] },
      { title: 'BOTH sides', agentId: 'general', dependsOn: [0] },
      { title: 'Tell all' },
    ]
    const sessionId = await app.begin(given({ goal: 'Mend the clock', steps }))
    await app.until(async () => host.askedWith('step of a plan: LEFT').length === 1)
    const plan = currentPlan((await app.look(sessionId)).folds.plans)
    if (plan === null) throw new Error('There is no plan.')
    const wanted = [
      { title: 'RIGHT side', agentId: AgentId.parse('explore'), dependsOn: [] },
      { index: 0, title: 'LEFT side', agentId: AgentId.parse('explore'), dependsOn: [] },
      { index: 2, title: 'Tell all' },
    ]
    const change = { sessionId, planId: plan.id, revision: 0, goal: plan.goal, steps: wanted }
    await app.handlers['plan.change'](change, CALLER)
    await app.until(async () => (await states(app, sessionId))?.[0] === 'completed')
    expect(await states(app, sessionId)).toEqual(['completed', 'running', 'pending'])
    left.open()
    await app.until(
      async () => (await states(app, sessionId))?.every((state) => state === 'completed') ?? false,
    )
    await app.app.idle()
    expect(host.askedWith('step of a plan: BOTH')).toEqual([])
    expect(wordsOf(host.askedWith('Do step 3 now')[0])).toContain('Right is off.')
  })

  it('is changed while the chat does a step itself: what agents are given and can begin does so beside it', async () => {
    const mine = createGate()
    const looks = callScript([{ name: 'list', args: { path: '.' } }])
    host.answer(
      ['Do step 1 now', { steps: [{ do: 'wait', gate: mine }, ...stepsOf(looks)] }],
      ['step of a plan: RIGHT', textScript('Right is off.')],
      ['Do step 3 now', textScript('All is well.')],
      ['Right is off', textScript('The middle is straight.')],
    )
    const app = await host.start()
    const first = [{ title: 'Middle', dependsOn: [] }, { title: 'Tell all' }]
    const sessionId = await app.begin(given({ goal: 'Mend the clock', steps: first }))
    await app.until(async () => host.askedWith('Do step 1 now').length === 1)
    const plan = currentPlan((await app.look(sessionId)).folds.plans)
    if (plan === null) throw new Error('There is no plan.')
    const steps = [
      { index: 0, title: 'Middle', dependsOn: [] },
      { title: 'RIGHT side', agentId: AgentId.parse('explore'), dependsOn: [] },
      { index: 1, title: 'Tell all', dependsOn: [0, 1] },
    ]
    const change = { sessionId, planId: plan.id, revision: 0, goal: plan.goal, steps }
    await app.handlers['plan.change'](change, CALLER)
    await app.until(async () => (await agentsOf(app, sessionId))[0]?.state === 'done')
    expect((await states(app, sessionId))?.[0]).toBe('running')
    mine.open()
    await app.until(
      async () => (await states(app, sessionId))?.every((state) => state === 'completed') ?? false,
    )
    await app.app.idle()
    expect(host.askedWith('step of a plan: RIGHT')).toHaveLength(1)
    expect(wordsOf(host.askedWith('Do step 3 now')[0])).toContain('Right is off.')
  })

  it('leaves out what depends on a step that could not be done, and tries both again', async () => {
    host.answer(
      ['step of a plan: LEFT', fails('There is no left side.')],
      ['step of a plan: RIGHT', textScript('Right is off.')],
    )
    const app = await host.start()
    const sessionId = await app.begin(given(PLAN))
    await app.until(async () => (await states(app, sessionId))?.join() === 'failed,completed,skipped,skipped')
    await app.app.idle()
    const { folds } = await app.look(sessionId)
    expect(currentPlan(folds.plans)?.steps[0]?.error?.message).toContain('There is no left side.')
    host.answer(
      ['step of a plan: LEFT', textScript('Now there is.')],
      ['step of a plan: BOTH', textScript('Both are even.')],
      ['Do step 4 now', textScript('All is well.')],
    )
    await app.handlers['plan.goOn']({ sessionId }, CALLER)
    await app.until(
      async () => (await states(app, sessionId))?.every((state) => state === 'completed') ?? false,
    )
    await app.app.idle()
    expect(host.askedWith('step of a plan: RIGHT')).toHaveLength(1)
  })

  it('is refused before anything is made for it when a step is given to nobody', async () => {
    const app = await host.start()
    const plan = { goal: 'Wind', steps: [{ title: 'Wind it', agentId: 'ghost' }] }
    await expect(app.begin(given(plan))).rejects.toThrow('needs the agent ghost')
    const { sessions } = await app.handlers['session.list']({ projectId: app.project.id, limit: 9 }, CALLER)
    expect(sessions).toEqual([])
  })

  it('is refused when its steps wait for each other', async () => {
    const app = await host.start()
    const circle = {
      goal: 'Turn',
      steps: [
        { title: 'One', dependsOn: [1] },
        { title: 'Two', dependsOn: [0] },
      ],
    }
    await expect(app.begin(given(circle))).rejects.toMatchObject({ code: 'plan.parse' })
  })
})

describe('a goal', () => {
  it('is planned and carried out without the person in between', async () => {
    const plan = { goal: 'Mend the clock', steps: ['Look', 'Change'] }
    host.answer(
      ['Mend the clock, please', callScript([{ name: 'propose_plan', args: plan }])],
      ['Do step 1 now', textScript('I looked.')],
      ['Do step 2 now', textScript('I changed it.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('/goal Mend the clock, please')
    await app.until(async () => (await states(app, sessionId))?.join() === 'completed,completed')
    await app.app.idle()
    const { folds } = await app.look(sessionId)
    expect(folds.session?.meta.title).toBe('Mend the clock, please')
    expect(folds.interactions).toEqual({})
    expect(wordsOf(host.askedWith('Mend the clock, please')[0])).toContain('The next message is a goal.')
  })

  it('shows the person a sentence in the place of what the agent is told', async () => {
    host.answer(['Mend the moon', textScript('It needs no plan.')])
    const app = await host.start()
    const sessionId = await app.begin('/goal Mend the moon')
    await app.app.idle()
    const { path } = await app.look(sessionId)
    const told = path.flatMap((event) => (event.kind === 'harness.item' ? [event.payload] : []))
    expect(told).toMatchObject([
      { visibility: 'compact', data: { said: [{ name: 'told.goal', facts: {} }] } },
    ])
  })

  it('stops at a step whose agent says it could not, and the step is tried again', async () => {
    const plan = { goal: 'Mend the clock', steps: ['Look', 'Change'] }
    host.answer(
      ['Mend it', callScript([{ name: 'propose_plan', args: plan }])],
      ['Do step 1 now', fails('The clock is gone.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('/goal Mend it')
    await app.until(async () => (await states(app, sessionId))?.join() === 'failed,pending')
    await app.app.idle()
    const failed = Object.values((await app.look(sessionId)).folds.runs).at(-1)
    expect(failed).toMatchObject({ status: 'failed' })
    expect(failed?.error?.message).toBe('The step could not be done: The clock is gone.')
    host.answer(['Do step 1 now', textScript('It is back.')], ['Do step 2 now', textScript('Changed.')])
    await app.handlers['plan.goOn']({ sessionId }, CALLER)
    await app.until(async () => (await states(app, sessionId))?.join() === 'completed,completed')
    await app.app.idle()
  })

  it('is not for a coordinator, and not without words', async () => {
    const app = await host.start()
    await expect(app.begin('/goal')).rejects.toThrow('Write the goal')
    const sessionId = await app.begin('/coordinator')
    await expect(app.say(sessionId, '/goal Mend it')).rejects.toThrow('turn coordinator mode off')
  })
})

it('a plan that gives a step to nobody goes back to who made it, before the person is asked', async () => {
  const steps = [{ title: 'Wind it', agentId: 'ghost' }]
  const told = 'There is no agent named ghost'
  host.answer(
    ['Plan it', callScript([{ name: 'propose_plan', args: { goal: 'Wind', steps } }])],
    [told, textScript('Then I wind it myself.')],
  )
  const app = await host.start()
  const sessionId = await app.begin('Plan it')
  await app.app.idle()
  const { folds } = await app.look(sessionId)
  expect(Object.keys(folds.interactions)).toEqual([])
  expect(host.askedWith(told)).toHaveLength(1)
})
