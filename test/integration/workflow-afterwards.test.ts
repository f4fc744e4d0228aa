import { cp } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { CALLER, over, practice, script, type WorkflowHost } from '../support/hosts/workflow-host.ts'
import { tellWorkflows } from '../support/stories/workflow-scene.ts'

const scene = tellWorkflows()

const RUN = script(`phase('Look')
log('Begins.')
const said = await agent(${practice('say one')}, { label: 'first' })
return { said }`)

it('shows a run of a project that came from another machine, and takes it up there', async () => {
  const first = await scene.start({ home: 'home one' })
  const { id } = await first.launch(RUN)
  await over(first, id)
  const before = await first.view(id)
  await first.handlers['workflow.export']({ workflowRunId: id }, CALLER)
  await scene.end(first)

  const second = await scene.start({ home: 'home two' })
  const projectId = await second.project()
  const listed = () => second.heard.some((said) => said.t === 'app' && said.event.kind === 'workflow.listed')
  await second.until(listed)
  const run = await second.get(id)
  expect(run).toMatchObject({ projectId, state: 'done', imported: true, name: 'try-it', script: RUN })
  const after = await second.view(id)
  expect(after).toMatchObject({
    value: before?.value,
    phases: before?.phases,
    origin: before?.origin,
    startedAt: before?.startedAt,
    endedAt: before?.endedAt,
  })
  expect(after?.logs.map(({ text }) => text)).toEqual(['Begins.'])
  expect(after?.agents).toEqual(before?.agents.map((agent) => ({ ...agent, ref: null })))

  const change = { workflowRunId: id, script: RUN.replace('{ said }', '{ said, more: 1 }'), reuseEdits: true }
  const fork = await second.handlers['workflow.fork'](change, CALLER)
  await over(second, fork.id)
  expect((await second.view(fork.id))?.agents.map((agent) => agent.memo)).toEqual([true])
})

it('takes up no run of a folder that the person does not trust', async () => {
  const first = await scene.start({ home: 'home one' })
  const { id } = await first.launch(RUN)
  await over(first, id)
  await first.handlers['workflow.export']({ workflowRunId: id }, CALLER)
  await scene.end(first)

  const second = await scene.start({ home: 'home two' })
  const projectId = await second.project()
  await second.until(
    async () =>
      (await second.handlers['workflow.runs']({ projectId, offset: 0, limit: 5 }, CALLER)).total === 1,
  )
  await second.handlers['project.trust']({ projectId, trusted: false }, CALLER)
  const fork = second.handlers['workflow.fork']({ workflowRunId: id, reuseEdits: true }, CALLER)
  await expect(fork).rejects.toMatchObject({ code: 'project.denied' })
})

it('opens the monitor at a run that the command line names, once, and says what is no run', async () => {
  const host = await scene.start({ home: 'home one' })
  const { id, projectId } = await host.launch(RUN)
  await over(host, id)
  await host.app.openWorkflowRun(id)
  const told = host.heard.filter((said) => said.t === 'app' && said.event.kind === 'open.workflowRun')
  const boots = [await host.handlers['app.boot']({}, CALLER), await host.handlers['app.boot']({}, CALLER)]
  expect(told).toMatchObject([{ event: { run: { id, projectId } } }])
  expect(boots.map(({ openWorkflowRun }) => openWorkflowRun?.id ?? null)).toEqual([id, null])
  await expect(host.app.openWorkflowRun('wfr_nosuchrun')).rejects.toThrow('no workflow run wfr_nosuchrun')
})

it('gives a fork limits and arguments of its own', async () => {
  const host = await scene.start({ home: 'home one' })
  const { id } = await host.launch(RUN)
  await over(host, id)
  await host.handlers['workflow.warm']({}, CALLER)
  const limits = { concurrency: 7, budget: 9_000, warnAt: 5_000 }
  const asked = { workflowRunId: id, reuseEdits: true, args: { again: true }, ...limits }
  const fork = await host.handlers['workflow.fork'](asked, CALLER)
  await over(host, fork.id)
  expect(await host.get(fork.id)).toMatchObject({
    forkOf: id,
    state: 'done',
    args: { again: true },
    ...limits,
  })
  expect(await host.view(fork.id)).toMatchObject(limits)
})

async function busyChat(host: WorkflowHost): Promise<SessionId> {
  const target = {
    to: 'project' as const,
    projectId: await host.project(),
    model: 'orrery/practice',
    permissionMode: 'ask' as const,
  }
  const text = 'stream 20000 words'
  return (await host.handlers['session.send']({ target, text, images: [] }, CALLER)).sessionId
}

const notices = async (host: WorkflowHost, sessionId: SessionId): Promise<string[]> => {
  const reply = await host.handlers['session.attach']({ sessionId, tail: 50 }, CALLER)
  return reply.path.flatMap((event) =>
    event.kind === 'harness.item' && event.payload.kind === 'runtime-notice' ? [event.payload.content] : [],
  )
}

it('tells a busy chat of the end of its run once, also when the app was killed in between', async () => {
  const first = await scene.start({ home: 'home one' })
  const sessionId = await busyChat(first)
  const { id } = await first.launch(RUN, sessionId)
  await over(first, id)
  expect(await notices(first, sessionId)).toEqual([])
  // What a killed app leaves on the disk.
  await cp(scene.path('home one', 'data'), scene.path('home two', 'data'), { recursive: true })

  for (const _start of [1, 2]) {
    const later = await scene.start({ home: 'home two' })
    expect(await notices(later, sessionId)).toEqual([expect.stringContaining('The workflow try-it')])
    await scene.end(later)
  }
})

it('tells a chat that its run was cut off together with the app', async () => {
  const first = await scene.start({ home: 'home one' })
  const sessionId = await busyChat(first)
  const { id } = await first.launch(
    script(`return await agent(${practice('stream 20000 words')})`),
    sessionId,
  )
  await first.until(async () => (await first.view(id))?.agents[0]?.state === 'running')
  await cp(scene.path('home one', 'data'), scene.path('home two', 'data'), { recursive: true })

  const later = await scene.start({ home: 'home two' })
  expect(await later.get(id)).toMatchObject({ state: 'interrupted', told: 1 })
  // Its clock stands still: what was going on has an end, where it was last heard of.
  const view = await later.view(id)
  expect([view?.state, view?.endedAt === null]).toEqual(['interrupted', false])
  expect(await notices(later, sessionId)).toEqual([expect.stringContaining('is interrupted')])
})
