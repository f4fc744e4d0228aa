import { expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import type { ChangedStep } from '#shared/plan/parse-plan.ts'
import type { Plan } from '#shared/plan/plan.ts'
import { currentPlan } from '#shared/plan/plan-progress.ts'
import { textScript } from '../support/models/model-script.ts'
import { CALLER, type StartedPlans, tellPlans, until } from '../support/stories/plan-story.ts'

const { server, start, told, proposed } = tellPlans()

it('the steps that are left can be changed while the chat rests, and outlive the app so', async () => {
  const started = await start()
  const { sessionId, answer } = await proposed(started)
  server().enqueue(textScript('One.'), { status: 400, body: { error: { message: 'no' } } })
  await answer('approved')
  await until(started, sessionId, ['completed', 'failed', 'pending'])
  await started.app.idle()
  const before = await planOf(started, sessionId)
  const done = { index: 0, title: 'Look' }
  const circle = [done, { title: 'Turn', dependsOn: [2] }, { title: 'Back' }]
  await expect(change(started, sessionId, before, circle)).rejects.toMatchObject({ code: 'plan.parse' })
  await change(started, sessionId, before, [done, { title: 'Ask' }, { title: 'Tell' }])
  const late = change(started, sessionId, before, [done, { title: 'Late' }])
  await expect(late).rejects.toThrow('has changed meanwhile')

  const again = await start()
  server().enqueue(textScript('Two.'), textScript('Three.'))
  await again.handlers['session.goOn']({ sessionId }, CALLER)
  await until(again, sessionId, ['completed', 'completed', 'completed'])
  expect(told(-2)).toContain('1. (done) Look\n2. Ask\n3. Tell\n\nDo step 2 now')
}, 60_000)

it('the steps that wait can be changed while one is done, by one window at a time, and outlive the app so', async () => {
  const started = await start()
  const { sessionId, answer } = await proposed(started)
  server().enqueue(textScript('One.'), { steps: [{ do: 'hang' }] })
  await answer('approved')
  await until(started, sessionId, ['completed', 'running', 'pending'])
  // A step runs before its request is out. The next app must not be the one that gets no answer.
  await server().received(3)
  const seen = await planOf(started, sessionId)
  const begun = [
    { index: 0, title: 'Look' },
    { index: 1, title: 'Change' },
  ]
  await expect(change(started, sessionId, seen, begun.slice(0, 1))).rejects.toThrow(
    'has started meanwhile: Change',
  )
  await change(started, sessionId, seen, [...begun, { title: 'Ask' }, { index: 2, title: 'Test twice' }])
  await expect(change(started, sessionId, seen, begun)).rejects.toThrow('has changed meanwhile')
  expect(await started.stepsOf(sessionId)).toEqual([
    ['Look', 'completed'],
    ['Change', 'running'],
    ['Ask', 'pending'],
    ['Test twice', 'pending'],
  ])

  const again = await start()
  server().enqueue(textScript('Two.'), textScript('Three.'), textScript('Four.'))
  await again.handlers['plan.goOn']({ sessionId }, CALLER)
  await until(again, sessionId, ['completed', 'completed', 'completed', 'completed'])
  expect(told(-1)).toContain('2. (done) Change\n3. (done) Ask\n4. Test twice\n\nDo step 4 now')
}, 60_000)

const planOf = async ({ look }: StartedPlans, sessionId: SessionId): Promise<Plan> => {
  const plan = currentPlan((await look(sessionId)).folds.plans)
  if (plan === null) throw new Error('There is no plan.')
  return plan
}

const change = async (
  { handlers }: StartedPlans,
  sessionId: SessionId,
  { id, revision = 0 }: Plan,
  steps: ChangedStep[],
) => handlers['plan.change']({ sessionId, planId: id, revision, goal: 'Mend it well', steps }, CALLER)
