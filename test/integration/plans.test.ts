import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import type { ChangedStep } from '#shared/plan/parse-plan.ts'
import { currentPlan, type Plan } from '#shared/plan/plan.ts'
import { openHeadless } from '../../src/main/headless.ts'
import { callScript, textScript } from '../support/model-script.ts'
import { createModelServer, type ModelServer } from '../support/model-server.ts'

const CALLER = { windowId: 1 }
const CONFIG = (baseUrl: string) => `[model]
type = "custom"
api = "openai-completions"
provider = "test"
id = "scripted"
baseUrl = "${baseUrl}"
contextWindow = 100000
maxTokens = 2000
reasoning = false
`

let server: ModelServer
let folder: string
let close = async () => {}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery plans 中文 '))
  server = await createModelServer()
  await mkdir(join(folder, 'home'), { recursive: true })
  await mkdir(join(folder, 'project'), { recursive: true })
})
afterEach(async () => {
  await close()
  await server.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function start() {
  await close()
  await writeFile(join(folder, 'home', 'config.toml'), CONFIG(server.baseUrl))
  const app = await openHeadless({ home: join(folder, 'home'), send: () => {} })
  close = app.close
  app.windowOpened(CALLER.windowId)
  const { handlers } = app
  const known = await handlers['project.list']({}, CALLER)
  const project = known[0] ?? (await handlers['project.add']({ path: join(folder, 'project') }, CALLER))
  const place = { to: 'project' as const, projectId: project.id, model: 'test/scripted' }
  const say = async (text: string, sessionId?: SessionId): Promise<SessionId> => {
    const target =
      sessionId === undefined
        ? { ...place, permissionMode: 'ask' as const }
        : { to: 'session' as const, sessionId }
    const answer = await handlers['session.send']({ target, text, images: [] }, CALLER)
    await app.idle()
    return answer.sessionId
  }
  const look = (sessionId: SessionId) => handlers['session.attach']({ sessionId, tail: 200 }, CALLER)
  const stepsOf = async (sessionId: SessionId) =>
    currentPlan((await look(sessionId)).folds.plans)?.steps.map(({ title, status }) => [title, status])
  return { app, handlers, say, look, stepsOf }
}

type Sent = { readonly messages: readonly { readonly role: string; readonly content: unknown }[] }
/** The messages of a request, without what the app itself says first. */
const told = (at: number): string => {
  const body = server.requests.filter(({ path }) => path.endsWith('completions')).at(at)?.body as Sent
  return body.messages
    .slice(1)
    .map(({ content }) => content)
    .join('\n---\n')
}

const list = (...states: readonly string[]) => ({
  goal: 'Mend the import',
  steps: states.map((status, at) => ({ title: `Step ${at + 1}`, status })),
})

it('an agent keeps a list of steps, and the list outlives the app, going back and a summary', async () => {
  const first = await start()
  server.enqueue(
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
  server.enqueue(textScript('We mended half of the import.'), textScript('On with it.'))
  await again.handlers['session.compact']({ sessionId, note: '' }, CALLER)
  await again.app.idle()
  await again.say('Go on.', sessionId)
  const { path } = await again.look(sessionId)
  await again.handlers['session.rewind']({ sessionId, to: path[0]?.id ?? null }, CALLER)
  expect(told(-1)).toContain('The list of steps as it stands:\n[x] Step 1\n[!] Step 2\n[>] Step 3')
  expect(await again.stepsOf(sessionId)).toEqual(stands)
}, 60_000)

const PROPOSED = { goal: 'Mend the import', steps: ['Look', 'Change', 'Test'] }
const proposes = callScript([{ name: 'propose_plan', args: PROPOSED }], 'I looked at the import.')

type Started = Awaited<ReturnType<typeof start>>

/** A chat whose agent has put a plan to the person. */
async function proposed({ app, handlers, look }: Started) {
  server.enqueue(proposes)
  const [project] = await handlers['project.list']({}, CALLER)
  if (project === undefined) throw new Error('There is no project.')
  const { sessionId } = await handlers['session.send'](
    {
      target: {
        to: 'project',
        projectId: project.id,
        model: 'test/scripted',
        permissionMode: 'plan',
        agentId: 'plan',
      },
      text: 'How do we mend the import?',
      images: [],
    },
    CALLER,
  )
  const ask = await expect
    .poll(async () => Object.values((await look(sessionId)).folds.interactions)[0] ?? null, {
      timeout: 20_000,
    })
    .not.toBeNull()
    .then(async () => Object.values((await look(sessionId)).folds.interactions)[0])
  if (ask === undefined) throw new Error('Nothing is asked.')
  const answer = async (outcome: 'approved' | 'denied', value?: string) => {
    const said = value === undefined ? {} : { value }
    const request = {
      sessionId,
      requestId: ask.requestId,
      outcome,
      remember: { scope: 'once' as const },
      ...said,
    }
    await handlers['interaction.answer'](request, CALLER)
  }
  return { sessionId, ask, answer, idle: app.idle }
}

/** Waits until the chat is at rest and its plan stands like this. */
const until = (started: Started, sessionId: SessionId, states: readonly string[]) =>
  expect
    .poll(async () => (await started.stepsOf(sessionId))?.map(([, status]) => status), { timeout: 20_000 })
    .toEqual(states)

it('a plan is changed by the person, accepted, and carried out step by step by who may', async () => {
  const started = await start()
  const { sessionId, ask, answer } = await proposed(started)
  expect(ask).toMatchObject({
    what: 'plan_approval',
    preview: { kind: 'plan', steps: PROPOSED.steps.map((title) => ({ title })) },
  })
  await expect(answer('approved', '{"steps":[]}')).rejects.toMatchObject({ code: 'plan.parse' })
  server.enqueue(textScript('I looked.'), textScript('I checked.'))
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
  expect(path.filter(({ kind }) => kind === 'harness.item')).toHaveLength(3)
  expect(server.requests.filter(({ path: at }) => at.endsWith('completions'))).toHaveLength(3)
}, 60_000)

it('a plan that is refused goes back with the reason', async () => {
  const started = await start()
  const { sessionId, answer } = await proposed(started)
  server.enqueue(textScript('Then I ask first.'))
  await answer('denied', 'Too short')
  await started.app.idle()
  expect(told(-1)).toContain('The person did not accept the plan. They say: Too short')
  expect(await started.stepsOf(sessionId)).toBeUndefined()
}, 60_000)

it('a plan that waits for the person outlives the app', async () => {
  const { sessionId } = await proposed(await start())
  const again = await start()
  server.enqueue(textScript('One.'), textScript('Two.'), textScript('Three.'))
  const [ask] = Object.values((await again.look(sessionId)).folds.interactions)
  if (ask === undefined) throw new Error('Nothing is asked.')
  const request = { sessionId, requestId: ask.requestId, outcome: 'approved' as const }
  await again.handlers['interaction.answer']({ ...request, remember: { scope: 'once' } }, CALLER)
  await until(again, sessionId, ['completed', 'completed', 'completed'])
}, 60_000)

it('a step that fails stops the plan, and what is done is not done again', async () => {
  const started = await start()
  const { sessionId, answer } = await proposed(started)
  server.enqueue(textScript('One.'), { status: 400, body: { error: { message: 'no' } } })
  await answer('approved')
  await until(started, sessionId, ['completed', 'failed', 'pending'])
  await started.app.idle()

  const again = await start()
  server.enqueue(textScript('Two.'), textScript('Three.'))
  await again.handlers['plan.goOn']({ sessionId }, CALLER)
  await until(again, sessionId, ['completed', 'completed', 'completed'])
  expect(told(-2)).toContain('1. (done) Look\n2. Change\n3. Test\n\nDo step 2 now')
  await expect(again.handlers['plan.goOn']({ sessionId }, CALLER)).rejects.toMatchObject({
    message: 'There is no plan with steps that are left to do.',
  })
}, 60_000)

it('a step that the end of the app broke off is tried again, alone', async () => {
  const started = await start()
  const { sessionId, answer } = await proposed(started)
  server.enqueue(textScript('One.'), { steps: [{ do: 'text', text: 'I am' }, { do: 'hang' }] })
  await answer('approved')
  await until(started, sessionId, ['completed', 'running', 'pending'])
  // The step is seen to run before it asks; the end is to come while it is answered.
  await expect.poll(() => server.requests.filter(({ path }) => path.endsWith('completions'))).toHaveLength(3)
  const again = await start()
  expect((await again.stepsOf(sessionId))?.map(([, status]) => status)).toEqual([
    'completed',
    'failed',
    'pending',
  ])
  server.enqueue(textScript('Two.'), textScript('Three.'))
  await again.handlers['session.goOn']({ sessionId }, CALLER)
  await until(again, sessionId, ['completed', 'completed', 'completed'])
}, 60_000)

it('a step that asks while the app closes goes on with its question', async () => {
  const started = await start()
  const { sessionId, answer } = await proposed(started)
  server.enqueue(callScript([{ name: 'bash', args: { command: 'echo looked' } }]))
  await answer('approved')
  const asksIn = async ({ look }: Started) => Object.values((await look(sessionId)).folds.interactions)
  await expect.poll(async () => (await asksIn(started)).map(({ tool }) => tool)).toEqual(['bash'])
  const again = await start()
  const [ask] = await asksIn(again)
  if (ask === undefined) throw new Error('Nothing is asked.')
  server.enqueue(textScript('One.'), textScript('Two.'), textScript('Three.'))
  const request = { sessionId, requestId: ask.requestId, outcome: 'approved' as const }
  await again.handlers['interaction.answer']({ ...request, remember: { scope: 'once' } }, CALLER)
  await until(again, sessionId, ['completed', 'completed', 'completed'])
  expect(told(-3)).toContain('looked')
}, 60_000)

it('the steps that are left can be changed while the chat rests, and outlive the app so', async () => {
  const started = await start()
  const { sessionId, answer } = await proposed(started)
  server.enqueue(textScript('One.'), { status: 400, body: { error: { message: 'no' } } })
  await answer('approved')
  await until(started, sessionId, ['completed', 'failed', 'pending'])
  await started.app.idle()
  const before = await planOf(started, sessionId)
  const done = { index: 0, title: 'Look' }
  const circle = [done, { title: 'Turn', dependsOn: [2] }, { title: 'Back' }]
  await expect(change(started, sessionId, before, circle)).rejects.toMatchObject({ code: 'plan.parse' })
  await change(started, sessionId, before, [done, { title: 'Ask' }, { title: 'Tell' }])
  const late = change(started, sessionId, before, [done, { title: 'Late' }])
  await expect(late).rejects.toThrow('another one by now')

  const again = await start()
  server.enqueue(textScript('Two.'), textScript('Three.'))
  await again.handlers['session.goOn']({ sessionId }, CALLER)
  await until(again, sessionId, ['completed', 'completed', 'completed'])
  expect(told(-2)).toContain('1. (done) Look\n2. Ask\n3. Tell\n\nDo step 2 now')
}, 60_000)

it('the steps that wait can be changed while one is done, by one window at a time, and outlive the app so', async () => {
  const started = await start()
  const { sessionId, answer } = await proposed(started)
  server.enqueue(textScript('One.'), { steps: [{ do: 'hang' }] })
  await answer('approved')
  await until(started, sessionId, ['completed', 'running', 'pending'])
  const seen = await planOf(started, sessionId)
  const begun = [
    { index: 0, title: 'Look' },
    { index: 1, title: 'Change' },
  ]
  await expect(change(started, sessionId, seen, begun.slice(0, 1))).rejects.toThrow(
    'has begun meanwhile: Change',
  )
  await change(started, sessionId, seen, [...begun, { title: 'Ask' }, { index: 2, title: 'Test twice' }])
  await expect(change(started, sessionId, seen, begun)).rejects.toThrow('another one by now')
  expect(await started.stepsOf(sessionId)).toEqual([
    ['Look', 'completed'],
    ['Change', 'running'],
    ['Ask', 'pending'],
    ['Test twice', 'pending'],
  ])

  const again = await start()
  server.enqueue(textScript('Two.'), textScript('Three.'), textScript('Four.'))
  await again.handlers['plan.goOn']({ sessionId }, CALLER)
  await until(again, sessionId, ['completed', 'completed', 'completed', 'completed'])
  expect(told(-1)).toContain('2. (done) Change\n3. (done) Ask\n4. Test twice\n\nDo step 4 now')
}, 60_000)

const planOf = async ({ look }: Started, sessionId: SessionId): Promise<Plan> => {
  const plan = currentPlan((await look(sessionId)).folds.plans)
  if (plan === null) throw new Error('There is no plan.')
  return plan
}

const change = async (
  { handlers }: Started,
  sessionId: SessionId,
  { id, revision = 0 }: Plan,
  steps: ChangedStep[],
) => handlers['plan.change']({ sessionId, planId: id, revision, goal: 'Mend it well', steps }, CALLER)
