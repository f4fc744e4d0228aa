import { beforeEach, expect, it } from 'vitest'
import type { WorkflowRunId } from '#shared/ids.ts'
import { CALLER, over, practice, type WorkflowHost } from '../support/workflow-host.ts'
import { tellWorkflows } from '../support/workflow-scene.ts'

const scene = tellWorkflows()
let host: WorkflowHost

beforeEach(async () => {
  await scene.put(
    'home/workflows/greet.js',
    `export const meta = { name: 'greet', description: 'Greets.', args: { type: 'object', properties: { who: {} }, required: ['who'] } }
return await agent(${practice('say hello')})`,
  )
  await scene.put('home/workflows/broken.js', 'export const meta = { name: 1 + 1 }')
  host = await scene.start()
})

async function send(text: string) {
  const projectId = await host.project()
  const target = {
    to: 'project' as const,
    projectId,
    model: 'orrery/practice',
    permissionMode: 'ask' as const,
  }
  return host.handlers['session.send']({ target, text, images: [] }, CALLER)
}

const chats = async () =>
  (await host.handlers['session.list']({ projectId: await host.project(), limit: 10 }, CALLER)).total

it.each([
  ['a script that is not valid', '/broken', 'broken.js'],
  ['arguments that do not fit', '/greet {"whom":"you"}', 'The arguments do not fit greet'],
])('says what is wrong with %s and leaves no empty chat', async (_says, text, words) => {
  await expect(send(text)).rejects.toThrow(words)
  expect(await chats()).toBe(0)
})

it('starts the workflow of a command and tells its chat', async () => {
  const { sessionId } = await send('/greet {"who":"you"}')
  const { runs } = await host.handlers['workflow.runs']({ projectId: null, offset: 0, limit: 5 }, CALLER)
  await over(host, runs[0]?.id as WorkflowRunId)
  expect([await chats(), runs[0]?.name, runs[0]?.launcherSessionId]).toEqual([1, 'greet', sessionId])
})

it('takes a word behind a slash that names no workflow for a message', async () => {
  await send('/nothing here')
  await host.app.idle()
  expect(await chats()).toBe(1)
})
