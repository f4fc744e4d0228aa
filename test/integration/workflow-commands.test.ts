import { beforeEach, expect, it } from 'vitest'
import type { WorkflowRunId } from '#shared/ids.ts'
import { CALLER, over, practice, type WorkflowHost } from '../support/hosts/workflow-host.ts'
import { tellWorkflows } from '../support/stories/workflow-scene.ts'

const scene = tellWorkflows()
let host: WorkflowHost

beforeEach(async () => {
  await scene.put(
    'home/workflows/greet.js',
    `export const meta = { name: 'greet', description: 'Greets.', args: { type: 'object', properties: { who: {} }, required: ['who'] } }
return await agent(${practice('say hello')})`,
  )
  await scene.put('home/workflows/broken.js', 'export const meta = { name: 1 + 1 }')
  host = await scene.start({ practicePauseMs: 0 })
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

it.each([
  [
    '/geret you',
    'There is no command /geret. Nothing was sent. Did you mean /greet? To send it as text, write //geret.',
  ],
  ['/comapct', 'There is no command /comapct. Nothing was sent. Did you mean /compact?'],
  ['/Goal', 'Did you mean /goal?'],
  ['/nothing here', 'There is no command /nothing. Nothing was sent. To send it as text, write //nothing.'],
  ['/recap all of it', '/recap takes no other words and no pictures. Nothing was sent.'],
])('refuses %s, and sends nothing', async (text, words) => {
  await expect(send(text)).rejects.toThrow(words)
  expect(await chats()).toBe(0)
})

it.each([
  ['//nothing here', '/nothing here'],
  ['//greet', '/greet'],
  ['/usr/bin is full', '/usr/bin is full'],
  ['// a comment', '// a comment'],
  ['/', '/'],
])('sends %s as the words %s', async (text, words) => {
  const { sessionId } = await send(text)
  await host.app.idle()
  const { path } = await host.handlers['session.attach']({ sessionId, tail: 5 }, CALLER)
  expect(path[0]).toMatchObject({ kind: 'message', payload: { message: { parts: [{ text: words }] } } })
})

it('refuses an unknown command also behind a run that goes on, and queues words', async () => {
  const { sessionId } = await send('Hello.')
  const queue = (text: string) =>
    host.handlers['queue.add']({ sessionId, lane: 'followup', text, images: [] }, CALLER)
  await expect(queue('/geret')).rejects.toThrow('Did you mean /greet?')
  await queue('//geret')
  await host.app.idle()
  const { path } = await host.handlers['session.attach']({ sessionId, tail: 9 }, CALLER)
  const said = path.flatMap((event) => (event.kind === 'message' ? [event.payload.message] : []))
  expect(said.filter(({ role }) => role === 'user').at(-1)?.parts).toEqual([{ t: 'text', text: '/geret' }])
})
