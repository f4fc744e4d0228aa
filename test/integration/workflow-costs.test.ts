import { cp } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { WorkflowRunId } from '#shared/ids.ts'
import { costOfAttempts, outputLost } from '#shared/workflow/run-cost.ts'
import type { SentRequest } from '../support/hosts/agent-host.ts'
import { CALLER, over, script, type WorkflowHost } from '../support/hosts/workflow-host.ts'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import { createModelServer, type ModelServer } from '../support/models/model-server.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { tellWorkflows } from '../support/stories/workflow-scene.ts'

const scene = tellWorkflows()
let server: ModelServer
/** The output tokens of every answer that was given, which is what a provider would put on its bill. */
let billed: number
/** The estimated output tokens of the words that the slow agent writes before it is cut off. */
const CUT = 4
/** How many starts of the app the slow agent is cut off in. */
let cuts: number

const paid = (answer: Script, completion: number): Script => {
  if (!('steps' in answer)) return answer
  billed += completion
  const steps = answer.steps.filter((step) => step.do !== 'usage')
  return { steps: [...steps, { do: 'usage', usage: { prompt: 10, completion } }] }
}
const LOOKS = callScript([{ name: 'read', args: { path: 'README.md' } }])

const answered = (messages: SentRequest['messages']): Script => {
  const asked = JSON.stringify(messages)
  const isSecond = messages.some(({ role }) => role === 'tool')
  if (asked.includes('QUICK')) return paid(textScript('quick'), 5)
  if (!isSecond) return paid(LOOKS, asked.includes('FAILS') ? 7 : 11)
  if (asked.includes('FAILS')) return { status: 400, body: { error: { message: 'No.' } } }
  if (cuts > 0) return { steps: [{ do: 'text', text: 'I am at' }, { do: 'hang' }] }
  return paid(textScript('slow'), 13)
}

beforeEach(async () => {
  billed = 0
  cuts = 2
  server = await createModelServer({ respond: ({ body }) => answered((body as SentRequest).messages) })
  await scene.put('home/config.toml', `${modelTable('model', server.baseUrl)}\n${PLAIN_TITLES}`)
})
afterEach(() => server.close())

const THREE = script(`const quick = await agent('QUICK')
const fails = await agent('FAILS')
return [quick, fails, await agent('SLOW')]`)

/** The slow agent waits for an answer that does not come, and everything before it is stored. */
const cutOff = (host: WorkflowHost, id: WorkflowRunId) =>
  host.until(async () => (await host.view(id))?.agents[2]?.cost?.usage.output === 11)

/** Starts the app as it would find everything if the power went at this moment. */
const afterCrash = async (from: string, to: string): Promise<WorkflowHost> => {
  await cp(scene.path(from), scene.path(to), { recursive: true })
  return scene.start({ home: to })
}

it('counts what was lost: what died, what was stopped, and what a crash has cut off', async () => {
  const first = await scene.start()
  const { id } = await first.launch(THREE)
  await cutOff(first, id)
  const second = await afterCrash('home', 'second')
  expect(await second.get(id)).toMatchObject({ state: 'interrupted', tokens: billed })

  await second.handlers['workflow.resume']({ workflowRunId: id }, CALLER)
  await cutOff(second, id)
  await second.handlers['workflow.stop']({ workflowRunId: id }, CALLER)
  await over(second, id)
  expect(await second.get(id)).toMatchObject({ state: 'stopped', tokens: billed + CUT })

  cuts = 0
  await second.handlers['workflow.resume']({ workflowRunId: id }, CALLER)
  await over(second, id)
  expect(await second.get(id)).toMatchObject({ state: 'done', attempt: 3, tokens: billed + CUT })
  const view = await second.view(id)
  if (view === null) throw new Error('the run has no view')
  expect(costOfAttempts(view).usage.output).toBe(billed + CUT)
  // Twice the tries that failed and the slow one, of which only the last is shown with the agents.
  expect(outputLost(view)).toBe(2 * (14 + 11) + CUT)
}, 120_000)

it('holds what was lost against the ceiling', async () => {
  const host = await scene.start()
  const { id } = await host.launch(THREE)
  await cutOff(host, id)
  await host.handlers['workflow.stop']({ workflowRunId: id }, CALLER)
  await over(host, id)
  await host.handlers['workflow.resume']({ workflowRunId: id, budget: billed }, CALLER)
  await over(host, id)
  expect(await host.get(id)).toMatchObject({
    state: 'paused',
    tokens: billed + CUT,
    error: { code: 'limit.exceeded' },
  })
}, 120_000)

it('lets no request write more than the ceiling has left', async () => {
  cuts = 0
  const host = await scene.start()
  const { id } = await host.handlers['workflow.launch'](
    {
      projectId: await host.project(),
      launcherSessionId: null,
      args: null,
      concurrency: 3,
      budget: 1_000,
      source: { from: 'script', script: script(`return await agent('SLOW')`) },
    },
    CALLER,
  )
  await over(host, id)
  const asked = server.requests.filter(({ path }) => path.endsWith('completions'))
  expect(asked.map(({ body }) => (body as { max_tokens?: number }).max_tokens)).toEqual([1_000, 989])
}, 120_000)

it('lets no request write more than the money has left', async () => {
  cuts = 0
  const lines = 'inputPrice = 1\noutputPrice = 10'
  await scene.put('home/config.toml', `${modelTable('model', server.baseUrl, { lines })}\n${PLAIN_TITLES}`)
  const host = await scene.start()
  const { id } = await host.handlers['workflow.launch'](
    {
      projectId: await host.project(),
      launcherSessionId: null,
      args: null,
      concurrency: 3,
      budget: null,
      budgetUsd: 0.02,
      source: { from: 'script', script: script(`return await agent('SLOW')`) },
    },
    CALLER,
  )
  await over(host, id)
  const asked = server.requests.filter(({ path }) => path.endsWith('completions'))
  const most = asked.map(({ body }) => (body as { max_tokens?: number }).max_tokens ?? 0)
  // Two cents are 2,000 tokens, less what was sent; some of them were written by the first answer.
  expect(most).toEqual([expect.any(Number), expect.any(Number)])
  expect(most.every((tokens) => tokens >= 200 && tokens < 2_000)).toBe(true)
}, 120_000)

it('does not hold against a fork what its parent paid for', async () => {
  cuts = 0
  const host = await scene.start()
  const { id } = await host.launch(script(`return [await agent('QUICK'), await agent('SLOW')]`))
  await over(host, id)
  const before = billed
  const fork = await host.handlers['workflow.fork'](
    { workflowRunId: id, budget: 1, reuseEdits: true },
    CALLER,
  )
  await over(host, fork.id)
  expect(await host.get(fork.id)).toMatchObject({ state: 'done', tokens: 0, usd: 0 })
  expect((await host.view(fork.id))?.agents.map(({ taken }) => taken)).toEqual([true, true])
  expect(billed).toBe(before)
}, 120_000)
