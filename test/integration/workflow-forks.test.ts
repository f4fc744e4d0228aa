import Database from 'better-sqlite3'
import { beforeEach, expect, it } from 'vitest'
import type { WorkflowRunId } from '#shared/ids.ts'
import { CALLER, over, practice, script, type WorkflowHost } from '../support/hosts/workflow-host.ts'
import { tellWorkflows } from '../support/stories/workflow-scene.ts'

const scene = tellWorkflows()
let host: WorkflowHost

beforeEach(async () => {
  host = await scene.start()
})

const say = (word: string) => `\`\`\`practice\nsay ${word}\n\`\`\``

/** Forks a run with another prompt for one of its agents. */
const forkPrompt = (workflowRunId: WorkflowRunId, agentId: number, text: string) =>
  host.handlers['workflow.fork']({ workflowRunId, prompt: { agentId, text }, reuseEdits: false }, CALLER)

const resultsOf = async (id: WorkflowRunId) =>
  ((await host.view(id))?.agents ?? []).map(({ result }) => result?.summary ?? '')

it('keeps the prompt a person wrote for a fork when the fork is stopped and taken up again', async () => {
  const { id } = await host.launch(
    script(`const a = await agent(${practice('say one')})
const b = await agent('${'```'}practice\\nstream ' + (a.includes('deux') ? 2000 : 2) + ' words\\n${'```'}')
return a`),
  )
  await over(host, id)
  const fork = await forkPrompt(id, 1, say('deux'))
  await host.until(async () => (await host.view(fork.id))?.agents[1]?.state === 'running')
  await host.handlers['workflow.stop']({ workflowRunId: fork.id }, CALLER)
  await over(host, fork.id)

  await host.handlers['workflow.resume']({ workflowRunId: fork.id }, CALLER)
  await host.until(async () => (await host.view(fork.id))?.agents[1]?.state === 'running')
  expect((await host.view(fork.id))?.agents[0]).toMatchObject({
    memo: true,
    prompt: say('deux'),
    result: { summary: expect.stringContaining('deux') },
  })
  await host.handlers['workflow.skipAgent']({ workflowRunId: fork.id, agentId: 2 }, CALLER)
  await over(host, fork.id)
  expect((await host.view(fork.id))?.value).toContain('deux')
})

it('forks a fork on the same agent, and on another one without losing the first change', async () => {
  const { id } = await host.launch(
    script(
      `return await parallel(['one', 'two'].map((word) => () => agent('${'```'}practice\\nsay ' + word + '\\n${'```'}')))`,
    ),
  )
  await over(host, id)
  const first = await forkPrompt(id, 1, say('un'))
  await over(host, first.id)
  const again = await forkPrompt(first.id, 1, say('uno'))
  await over(host, again.id)
  expect((await host.view(again.id))?.value).toMatchObject([
    expect.stringContaining('uno'),
    expect.stringContaining('two'),
  ])
  const other = await forkPrompt(again.id, 2, say('dos'))
  await over(host, other.id)
  expect((await host.view(other.id))?.agents.map(({ memo }) => memo)).toEqual([true, false])
  expect(await resultsOf(other.id)).toMatchObject([
    expect.stringContaining('uno'),
    expect.stringContaining('dos'),
  ])
  expect((await host.get(other.id)).edits.map(({ prompt }) => prompt)).toEqual([say('uno'), say('dos')])
})

it('shows the whole of a long prompt, and forks from it', async () => {
  const tail = 'x'.repeat(3_000)
  const { id } = await host.launch(script(`return await agent(${practice('say one')} + '\\n${tail}')`))
  await over(host, id)
  const asked = await host.handlers['workflow.agent']({ workflowRunId: id, agentId: 1 }, CALLER)
  expect(asked).toMatchObject({ prompt: `${say('one')}\n${tail}`, whole: true })
  const fork = await forkPrompt(id, 1, asked.prompt.replace('one', 'un'))
  await over(host, fork.id)
  const again = await host.handlers['workflow.agent']({ workflowRunId: fork.id, agentId: 1 }, CALLER)
  expect(again).toMatchObject({ prompt: `${say('un')}\n${tail}`, whole: true })
})

it('leaves nothing behind when the arguments of a launch or of a fork do not fit', async () => {
  const source = `export const meta = { name: 'try-it', description: 'Tries it.', args: {
  type: 'object', required: ['word'], properties: { word: { type: 'string' } } } }
return await agent(${practice('say one')})`
  const from = { source: { from: 'script' as const, script: source }, concurrency: 3, budget: null }
  const projectId = await host.project()
  const launch = (args: { word: string | number }) =>
    host.handlers['workflow.launch']({ projectId, launcherSessionId: null, args, ...from }, CALLER)
  const { id } = await launch({ word: 'one' })
  await over(host, id)
  const kept = stored()

  await expect(launch({ word: 1 })).rejects.toMatchObject({ code: 'script.invalid' })
  const wrong = { workflowRunId: id, args: { word: 2 }, reuseEdits: false }
  await expect(host.handlers['workflow.fork'](wrong, CALLER)).rejects.toMatchObject({
    code: 'script.invalid',
  })
  expect(stored()).toEqual(kept)
})

it('says what is different in a fork', async () => {
  const { id } = await host.launch(script(`return await agent(${practice('say one')})`))
  await over(host, id)
  const text = (await host.get(id)).script
  const forkWith = async (change: { script?: string; args?: { word: string } }) => {
    const asked = { workflowRunId: id, script: text, reuseEdits: false, ...change }
    const fork = await host.handlers['workflow.fork'](asked, CALLER)
    await over(host, fork.id)
    return fork.forkChanges
  }
  expect((await host.get(id)).forkChanges).toEqual([])
  expect(await forkWith({})).toEqual([])
  expect(await forkWith({ script: `${text}\n// changed`, args: { word: 'x' } })).toEqual(['script', 'args'])
  const fork = await forkPrompt(id, 1, say('un'))
  await over(host, fork.id)
  expect(fork.forkChanges).toEqual(['prompt'])
})

/** How much of what runs leave is on the disk. */
function stored(): readonly unknown[] {
  const db = new Database(scene.path('home', 'data', 'orrery.db'), { readonly: true })
  const counted = ['sessions', 'workflow_runs', 'workflow_memo'].map((table) =>
    db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
  )
  db.close()
  return counted
}
