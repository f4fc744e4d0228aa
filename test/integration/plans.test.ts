import { expect, it } from 'vitest'
import { callScript, textScript } from '../support/models/model-script.ts'
import { CALLER, PROPOSED, type StartedPlans, tellPlans, until } from '../support/stories/plan-story.ts'

const { server, start, told, proposed } = tellPlans()

const list = (...states: readonly string[]) => ({
  goal: 'Mend the import',
  steps: states.map((status, at) => ({ title: `Step ${at + 1}`, status })),
})

it('an agent keeps a list of steps, and the list outlives the app, going back and a summary', async () => {
  const first = await start()
  server().enqueue(
    callScript([{ name: 'plan', args: list('running', 'pending', 'pending') }]),
    callScript([{ name: 'plan', args: list('completed', 'failed', 'running') }]),
    textScript(`Two are behind me. ${'A word more. '.repeat(3_000)}`),
    textScript('Yes.'),
  )
  const sessionId = await first.say('Mend the import.')
  await first.say('Really?', sessionId)
  const stands = [
    ['Step 1', 'completed'],
    ['Step 2', 'failed'],
    ['Step 3', 'running'],
  ]
  expect(await first.stepsOf(sessionId)).toEqual(stands)

  const again = await start()
  expect(await again.stepsOf(sessionId)).toEqual(stands)
  server().enqueue(textScript('We mended half of the import.'), textScript('On with it.'))
  await again.handlers['session.compact']({ sessionId, note: '' }, CALLER)
  await again.app.idle()
  await again.say('Go on.', sessionId)
  const { path } = await again.look(sessionId)
  await again.handlers['session.rewind']({ sessionId, to: path[0]?.id ?? null }, CALLER)
  expect(told(-1)).toContain('The list of steps as it stands:\n[x] Step 1\n[!] Step 2\n[>] Step 3')
  expect(await again.stepsOf(sessionId)).toEqual(stands)
}, 60_000)

it('a plan is changed by the person, accepted, and carried out step by step by who may', async () => {
  const started = await start()
  const { sessionId, ask, answer } = await proposed(started)
  expect(ask).toMatchObject({
    what: 'plan_approval',
    preview: { kind: 'plan', steps: PROPOSED.steps.map((title) => ({ title })) },
  })
  await expect(answer('approved', '{"steps":[]}')).rejects.toMatchObject({ code: 'plan.parse' })
  server().enqueue(textScript('I looked.'), textScript('I checked.'))
  await answer('approved', JSON.stringify({ goal: 'Mend it', steps: ['Look', 'Check twice'] }))
  await until(started, sessionId, ['completed', 'completed'])
  await started.app.idle()
  const { folds, path } = await started.look(sessionId)
  const context = folds.contexts[folds.session?.meta.activeContextId as never] as
    | { agentId: string }
    | undefined
  expect([context?.agentId, folds.session?.meta.permissionMode]).toEqual(['build', 'ask'])
  expect(told(-2)).toContain('The person has accepted this plan')
  expect(told(-2)).toContain('Step 1 of 2: Look')
  expect(told(-1)).toContain('1. (done) Look\n2. Check twice\n\nDo step 2 now')
  const tools = path.flatMap((event) => (event.kind === 'message' ? (event.payload.message.tool ?? []) : []))
  expect(tools.map(({ details }) => details)).toEqual([{ kind: 'plan', steps: 2, goal: 'Mend it' }])
  const items = path.flatMap((event) => (event.kind === 'harness.item' ? [event.payload] : []))
  expect(items.filter(({ kind }) => kind !== 'mode')).toHaveLength(3)
  expect(items.flatMap(({ kind, content }) => (kind === 'mode' ? [content] : []))).toEqual([
    expect.stringMatching(/^Plan mode is on: .* put it to the person with `propose_plan`\.$/),
    'Plan mode is off. Edits and commands ask the person first.',
  ])
  expect(server().requests.filter(({ path: at }) => at.endsWith('completions'))).toHaveLength(3)
}, 60_000)

it('a plan that is refused goes back with the reason', async () => {
  const started = await start()
  const { sessionId, answer } = await proposed(started)
  server().enqueue(textScript('Then I ask first.'))
  await answer('denied', 'Too short')
  await started.app.idle()
  expect(told(-1)).toContain('The person did not accept the plan. They say: Too short')
  expect(await started.stepsOf(sessionId)).toBeUndefined()
}, 60_000)

it('a plan that waits for the person outlives the app', async () => {
  const { sessionId } = await proposed(await start())
  const again = await start()
  server().enqueue(textScript('One.'), textScript('Two.'), textScript('Three.'))
  const [ask] = Object.values((await again.look(sessionId)).folds.interactions)
  if (ask === undefined) throw new Error('Nothing is asked.')
  const request = { sessionId, requestId: ask.requestId, outcome: 'approved' as const }
  await again.handlers['interaction.answer']({ ...request, remember: { scope: 'once' } }, CALLER)
  await until(again, sessionId, ['completed', 'completed', 'completed'])
}, 60_000)

it('a step that fails stops the plan, and what is done is not done again', async () => {
  const started = await start()
  const { sessionId, answer } = await proposed(started)
  server().enqueue(textScript('One.'), { status: 400, body: { error: { message: 'no' } } })
  await answer('approved')
  await until(started, sessionId, ['completed', 'failed', 'pending'])
  await started.app.idle()

  const again = await start()
  server().enqueue(textScript('Two.'), textScript('Three.'))
  await again.handlers['plan.goOn']({ sessionId }, CALLER)
  await until(again, sessionId, ['completed', 'completed', 'completed'])
  expect(told(-2)).toContain('1. (done) Look\n2. Change\n3. Test\n\nDo step 2 now')
  await expect(again.handlers['plan.goOn']({ sessionId }, CALLER)).rejects.toMatchObject({
    message: 'No plan has steps left to do.',
  })
}, 60_000)

it('a step that the end of the app broke off is tried again, alone', async () => {
  const started = await start()
  const { sessionId, answer } = await proposed(started)
  server().enqueue(textScript('One.'), { steps: [{ do: 'text', text: 'I am' }, { do: 'hang' }] })
  await answer('approved')
  await until(started, sessionId, ['completed', 'running', 'pending'])
  // The step is seen to run before it asks; the end is to come while it is answered.
  await expect
    .poll(() => server().requests.filter(({ path }) => path.endsWith('completions')))
    .toHaveLength(3)
  const again = await start()
  expect((await again.stepsOf(sessionId))?.map(([, status]) => status)).toEqual([
    'completed',
    'failed',
    'pending',
  ])
  server().enqueue(textScript('Two.'), textScript('Three.'))
  await again.handlers['session.goOn']({ sessionId }, CALLER)
  await until(again, sessionId, ['completed', 'completed', 'completed'])
}, 60_000)

it('a step that asks while the app closes goes on with its question', async () => {
  const started = await start()
  const { sessionId, answer } = await proposed(started)
  server().enqueue(callScript([{ name: 'bash', args: { command: 'touch seen.txt && echo looked' } }]))
  await answer('approved')
  const asksIn = async ({ look }: StartedPlans) => Object.values((await look(sessionId)).folds.interactions)
  await expect.poll(async () => (await asksIn(started)).map(({ tool }) => tool)).toEqual(['bash'])
  const again = await start()
  const [ask] = await asksIn(again)
  if (ask === undefined) throw new Error('Nothing is asked.')
  server().enqueue(textScript('One.'), textScript('Two.'), textScript('Three.'))
  const request = { sessionId, requestId: ask.requestId, outcome: 'approved' as const }
  await again.handlers['interaction.answer']({ ...request, remember: { scope: 'once' } }, CALLER)
  await until(again, sessionId, ['completed', 'completed', 'completed'])
  expect(told(-3)).toContain('looked')
}, 60_000)
