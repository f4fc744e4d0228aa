import { afterEach, describe, expect, it, vi } from 'vitest'
import { createGate, type Gate, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { type LoadedModel, ollamaRoutes } from '../support/models/ollama-routes.ts'
import { linesOf, tellChats } from '../support/stories/chat-story.ts'

/** What was asked of Ollama, in order. `slow` holds up what it loads. */
const orders: string[] = []
const loaded: LoadedModel[] = []
let slow: Gate | null = null
const story = tellChats({
  models: ['long:latest', 'small:latest'],
  routes: ollamaRoutes({
    loaded: () => [{ model: 'small:latest', context_length: 8_192 }, ...loaded],
    load: async (model) => {
      orders.push(model)
      await slow?.passed
      loaded.push({ model, context_length: 16_000 })
    },
  }),
})
afterEach(() => {
  vi.unstubAllEnvs()
  slow?.open()
  slow = null
  for (const list of [orders, loaded]) list.length = 0
})

const own = (name: string, id: string, lines = '') =>
  modelTable(name, `http://localhost:${story.server().port}/v1/`, { id, lines })

async function started(config: string) {
  vi.stubEnv('OLLAMA_HOST', `127.0.0.1:${story.server().port}`)
  const chats = await story.start(config + PLAIN_TITLES)
  const { handlers, caller, projectId } = chats
  const isFound = async () => (await handlers['model.detect']({}, caller))[0]?.running
  await expect.poll(isFound, { timeout: 20_000 }).toBe(true)
  const send = async (model: string) => {
    const target = { to: 'project' as const, projectId, model, permissionMode: 'bypass' as const }
    return (await handlers['session.send']({ target, text: 'Are you there?', images: [] }, caller)).sessionId
  }
  return { ...chats, send }
}

describe('a model of Ollama that a person has set up', () => {
  it('is loaded before it is asked, and once', async () => {
    const chats = await started(own('model', 'long'))
    story.server().enqueue(textScript('Here I am.'), textScript('Still here.'))
    const sessionId = await chats.send('test/long')
    await chats.app.idle()
    expect(orders).toEqual(['long:latest'])
    expect(linesOf((await chats.look(sessionId)).path).at(-1)).toBe('assistant: Here I am.')
    await chats.send('test/long')
    await chats.app.idle()
    expect(orders).toEqual(['long:latest'])
  })

  it('is loaded before it stands in for another', async () => {
    const chats = await started(
      own('model', 'small:latest', 'fallback = "spare"') + own('models.spare', 'long'),
    )
    const refused = { status: 529, body: {}, headers: { 'retry-after': '3600' } }
    story.server().enqueue(refused, textScript('In its place.'))
    const sessionId = await chats.send('test/small:latest')
    await chats.app.idle()
    expect(orders).toEqual(['long:latest'])
    expect(linesOf((await chats.look(sessionId)).path).at(-1)).toBe('assistant: In its place.')
  })

  it('is asked nothing when the run is stopped while it is loaded', async () => {
    slow = createGate()
    const chats = await started(own('model', 'long'))
    const sessionId = await chats.send('test/long')
    await expect.poll(() => orders, { timeout: 20_000 }).toEqual(['long:latest'])
    const [going] = await chats.runs(sessionId)
    if (going === undefined) throw new Error('Nothing runs.')
    await chats.handlers['run.stop']({ sessionId, runId: going.runId }, chats.caller)
    await chats.app.idle()
    expect((await chats.runs(sessionId))[0]).toMatchObject({ status: 'cancelled', reason: 'Stopped by you.' })
    expect(story.asked()).toHaveLength(0)
  })
})
