import { expect, it } from 'vitest'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { WorkflowRunId } from '#shared/ids.ts'
import { CALLER, over, practice, script, type WorkflowHost } from '../support/hosts/workflow-host.ts'
import { tellWorkflows } from '../support/stories/workflow-scene.ts'

const scene = tellWorkflows()

const TWO = script(`const a = await agent(${practice('stream 40 words')}, { label: 'first' })
const b = await agent(${practice('say two')}, { label: 'second' })
return [a.length > 0, b]`)

const pause = (host: WorkflowHost, workflowRunId: WorkflowRunId) =>
  host.handlers['workflow.pause']({ workflowRunId }, CALLER)
const isPausing = (event: AppEvent) => event.kind === 'workflow.listed' && event.listing.pausing
const working = (host: WorkflowHost, id: WorkflowRunId) =>
  host.until(async () => (await host.view(id))?.agents[0]?.state === 'running')

it('pauses once who is at work is done, stays paused over a restart, and goes on from there', async () => {
  const first = await scene.start()
  const { id } = await first.launch(TWO)
  await working(first, id)
  await pause(first, id)
  await first.until(async () => first.heard.some((said) => said.t === 'app' && isPausing(said.event)))
  await over(first, id)
  expect(await first.get(id)).toMatchObject({ state: 'paused', pausing: false, agentsDone: 1, error: null })
  await scene.end(first)

  const second = await scene.start()
  expect(await second.get(id)).toMatchObject({ state: 'paused' })
  await second.handlers['workflow.resume']({ workflowRunId: id }, CALLER)
  await over(second, id)
  expect(await second.get(id)).toMatchObject({ state: 'done', attempt: 2 })
  expect((await second.view(id))?.agents.map(({ memo }) => memo)).toEqual([true, false])
}, 60_000)

it('stops a paused run for good', async () => {
  const host = await scene.start()
  const { id } = await host.launch(TWO)
  await working(host, id)
  await pause(host, id)
  await over(host, id)
  await host.handlers['workflow.stop']({ workflowRunId: id }, CALLER)
  expect([(await host.get(id)).state, (await host.view(id))?.state]).toEqual(['stopped', 'stopped'])
  await expect(pause(host, id)).rejects.toMatchObject({ code: 'run.active' })
})

it('pauses a run that has used up its ceiling, and goes on with a higher one', async () => {
  const host = await scene.start()
  const projectId = await host.project()
  const source = { from: 'script' as const, script: TWO }
  const bounds = { args: null, concurrency: 3, budget: 1 }
  const { id } = await host.handlers['workflow.launch'](
    { projectId, launcherSessionId: null, source, ...bounds },
    CALLER,
  )
  await over(host, id)
  expect(await host.get(id)).toMatchObject({ state: 'paused', error: { code: 'limit.exceeded' } })
  await host.handlers['workflow.resume']({ workflowRunId: id, budget: 50_000 }, CALLER)
  await over(host, id)
  expect(await host.get(id)).toMatchObject({ state: 'done', budget: 50_000, error: null })
})

it('hears a stop while a run is being taken up', async () => {
  const host = await scene.start()
  const { id } = await host.launch(TWO)
  await working(host, id)
  await host.handlers['workflow.stop']({ workflowRunId: id }, CALLER)
  await over(host, id)

  const resumed = Promise.resolve(host.handlers['workflow.resume']({ workflowRunId: id }, CALLER)).catch(
    (error: unknown) => error,
  )
  await host.handlers['workflow.stop']({ workflowRunId: id }, CALLER)
  await resumed
  expect((await host.get(id)).state).toBe('stopped')
})
