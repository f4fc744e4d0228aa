import { expect, it } from 'vitest'
import { CALLER, over, practice, script } from '../support/hosts/workflow-host.ts'
import { tellWorkflows } from '../support/stories/workflow-scene.ts'

const scene = tellWorkflows()

it('runs a script whose agents are real runs with their own transcripts', async () => {
  const host = await scene.start()
  const { id } = await host.launch(
    script(`phase('Look')
const [first, second] = await parallel([() => agent(${practice('say one')}), () => agent(${practice('say two')})])
return { first, second }`),
  )
  await over(host, id)
  expect(await host.get(id)).toMatchObject({ state: 'done', agentsDone: 2, agentsTotal: 2 })
  const view = await host.view(id)
  expect(view?.value).toMatchObject({
    first: expect.stringContaining('one'),
    second: expect.stringContaining('two'),
  })

  const ref = view?.agents[0]?.ref
  if (ref === null || ref === undefined) throw new Error('the agent has no transcript')
  const transcript = await host.handlers['session.attach']({ sessionId: ref.sessionId, tail: 20 }, CALLER)
  expect(transcript.path.map((event) => event.kind)).toEqual(['message', 'message'])
  expect(transcript.folds.session).toMatchObject({ kind: 'child', meta: { permissionMode: 'ask' } })
})

it('counts what is done while other agents are at work', async () => {
  const host = await scene.start()
  const { id } = await host.launch(
    script(
      `return await parallel([() => agent(${practice('say one')}), () => agent(${practice('stream 2000 words')})])`,
    ),
  )
  await host.until(async () => (await host.view(id))?.agents[0]?.state === 'done')
  await host.until(async () => (await host.get(id)).agentsDone === 1)
  expect(await host.get(id)).toMatchObject({ state: 'running', agentsDone: 1, agentsTotal: 2 })
  await host.handlers['workflow.stop']({ workflowRunId: id }, CALLER)
  await over(host, id)
})

it('takes a stopped run up again without doing finished work again', async () => {
  const host = await scene.start()
  const { id } = await host.launch(
    script(`const a = await agent(${practice('say one')})
const b = await agent(${practice('stream 2000 words')}, { label: 'long' })
return [a, b === null]`),
  )
  await host.until(async () => (await host.view(id))?.agents[1]?.state === 'running')
  await host.handlers['workflow.stop']({ workflowRunId: id }, CALLER)
  await over(host, id)
  expect(await host.get(id)).toMatchObject({ state: 'stopped' })

  await host.handlers['workflow.resume']({ workflowRunId: id }, CALLER)
  await host.until(async () => (await host.view(id))?.agents[1]?.state === 'running')
  expect((await host.view(id))?.agents[0]).toMatchObject({ state: 'done', memo: true })
  await host.handlers['workflow.skipAgent']({ workflowRunId: id, agentId: 2 }, CALLER)
  await over(host, id)
  expect(await host.get(id)).toMatchObject({ state: 'done', attempt: 2 })
})

it('takes a run up once, however often it is asked to', async () => {
  const host = await scene.start()
  const { id } = await host.launch(script(`return await agent(${practice('stream 2000 words')})`))
  await host.until(async () => (await host.view(id))?.agents[0]?.state === 'running')
  await host.handlers['workflow.stop']({ workflowRunId: id }, CALLER)
  await over(host, id)

  const resume = () => host.handlers['workflow.resume']({ workflowRunId: id }, CALLER)
  const asked = await Promise.allSettled([resume(), resume()])
  expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await host.handlers['workflow.stop']({ workflowRunId: id }, CALLER)
  await over(host, id)
  expect(await host.get(id)).toMatchObject({ attempt: 2 })
})

it('marks a run interrupted when the app ended in the middle, and finishes it in the next', async () => {
  const first = await scene.start()
  const { id } = await first.launch(
    script(`const a = await agent(${practice('say one')})
const b = await agent(${practice('stream 400 words')})
return [a, b.length > 100]`),
  )
  await first.until(async () => (await first.view(id))?.agents[1]?.state === 'running')
  await scene.end(first)

  const second = await scene.start()
  expect(await second.get(id)).toMatchObject({ state: 'interrupted' })
  await second.handlers['workflow.resume']({ workflowRunId: id }, CALLER)
  await over(second, id)
  expect(await second.get(id)).toMatchObject({ state: 'done', attempt: 2 })
  expect((await second.view(id))?.agents.map((agent) => agent.memo)).toEqual([true, false])
})

it('runs only what a changed prompt touches when a run is forked', async () => {
  const host = await scene.start()
  const { id } = await host.launch(
    script(`return await parallel(['one', 'two', 'three'].map((word) => () =>
  agent('\`\`\`practice\\nsay ' + word + '\\n\`\`\`', { label: word })))`),
  )
  await over(host, id)
  const fork = await host.handlers['workflow.fork'](
    { workflowRunId: id, prompt: { agentId: 2, text: '```practice\nsay deux\n```' }, reuseEdits: true },
    CALLER,
  )
  await over(host, fork.id)
  const view = await host.view(fork.id)
  expect(view?.agents.map((agent) => agent.memo)).toEqual([true, false, true])
  expect(view?.value).toMatchObject([expect.anything(), expect.stringContaining('deux'), expect.anything()])
})

it('says what is wrong with a script and stores nothing', async () => {
  const host = await scene.start()
  await expect(host.launch('return 1')).rejects.toMatchObject({ code: 'script.invalid' })
  const { total } = await host.handlers['workflow.runs']({ projectId: null, offset: 0, limit: 10 }, CALLER)
  expect(total).toBe(0)
})

it('tells the chat that launched it how it ended', async () => {
  const host = await scene.start()
  const projectId = await host.project()
  const target = {
    to: 'project' as const,
    projectId,
    model: 'orrery/practice',
    permissionMode: 'ask' as const,
  }
  const { sessionId } = await host.handlers['session.send']({ target, text: 'say hello', images: [] }, CALLER)
  await host.app.idle()
  const { id } = await host.launch(script(`return await agent(${practice('say done')})`), sessionId)
  await over(host, id)
  const reply = await host.handlers['session.attach']({ sessionId, tail: 20 }, CALLER)
  const notice = reply.path.find((event) => event.kind === 'harness.item')
  expect(notice?.payload).toMatchObject({
    kind: 'runtime-notice',
    content: expect.stringContaining('try-it'),
  })
})
