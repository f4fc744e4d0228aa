import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ModelListing } from '#shared/model/model.ts'
import { textScript } from '../support/models/model-script.ts'
import { PLAIN_TITLES } from '../support/models/model-table.ts'
import { linesOf, tellChats } from '../support/stories/chat-story.ts'

/** What Ollama says of its models beyond their names: two are loaded with windows of their own. */
const story = tellChats({
  models: ['glm-9:latest', 'mystery:latest', 'small:latest', 'tiny:latest'],
  routes: {
    '/api/ps': () => ({ status: 200, body: { models: [...LOADED, ...loadedSince] } }),
    '/api/show': ({ body }) => ({ status: 200, body: shown[(body as { model: string }).model] ?? {} }),
  },
})
const LOADED = [
  { model: 'small:latest', context_length: 8_192 },
  { model: 'tiny:latest', context_length: 2_048 },
]
const loadedSince: { model: string; context_length: number }[] = []
const shown: Readonly<Record<string, object>> = {
  'glm-9:latest': {
    parameters: 'stop "<|user|>"\nnum_ctx                        65536',
    model_info: { 'general.architecture': 'glm', 'glm.context_length': 131_072 },
  },
}
afterEach(() => {
  vi.unstubAllEnvs()
  loadedSince.length = 0
})

/** The app with a server that was found and that it knows nothing of. */
async function started() {
  vi.stubEnv('OLLAMA_HOST', `127.0.0.1:${story.server().port}`)
  const chats = await story.start(PLAIN_TITLES)
  const { handlers, caller, projectId, app } = chats
  // A look takes no longer than a person would wait, which a busy machine may not make.
  const known = async () => {
    const [ollama] = await handlers['model.detect']({}, caller)
    return Object.keys(ollama?.facts ?? {}).length
  }
  await expect.poll(known, { timeout: 20_000 }).toBe(3)
  const models = await handlers['model.list']({}, caller)
  const say = async (model: string, text: string) => {
    const target = { to: 'project' as const, projectId, model, permissionMode: 'bypass' as const }
    const { sessionId } = await handlers['session.send']({ target, text, images: [] }, caller)
    await app.idle()
    return sessionId
  }
  return { ...chats, models: models as readonly ModelListing[], say }
}

describe('a model of a server on this machine that nobody has heard of', () => {
  it('answers the first message', async () => {
    const chats = await started()
    story.server().enqueue(textScript('Here I am.'))
    const sessionId = await chats.say('ollama/mystery:latest', 'Are you there?')
    expect(linesOf((await chats.look(sessionId)).path)).toEqual([
      'user: Are you there?',
      'assistant: Here I am.',
    ])
  })

  it('has the window its server tells, and another the one most have', async () => {
    const { models } = await started()
    const windows = models.filter(({ source }) => source === 'detected')
    expect(windows.map(({ id, contextWindow }) => [id, contextWindow])).toEqual([
      ['glm-9:latest', 65_536],
      ['mystery:latest', 32_768],
      ['small:latest', 8_192],
      ['tiny:latest', 2_048],
    ])
  })

  it('is looked at again once it has answered, when its server has loaded it and knows', async () => {
    const chats = await started()
    story.server().enqueue(textScript('Here I am.'))
    loadedSince.push({ model: 'mystery:latest', context_length: 16_000 })
    await chats.say('ollama/mystery:latest', 'Are you there?')
    const windowNow = async () => {
      const models = await chats.handlers['model.list']({}, chats.caller)
      return models.find(({ id }) => id === 'mystery:latest')?.contextWindow
    }
    await expect.poll(windowNow, { timeout: 20_000 }).toBe(16_000)
  })

  it('says so when a server reads far less than it was sent', async () => {
    const chats = await started()
    const cut = textScript('Hm?', { prompt: 2_048, completion: 1 })
    story.server().enqueue(cut, cut)
    const sessionId = await chats.say('ollama/glm-9:latest', `Are you there? ${'And here? '.repeat(3_000)}`)
    const notice = /^runtime-notice: glm-9:latest \(Ollama\) says it read 2,048 tokens of about [\d,]+/
    expect(linesOf((await chats.look(sessionId)).path).at(-1)).toMatch(notice)
    await chats.app.idle()
  })

  it('is told of few tools in a small window, so that there is room for a question', async () => {
    const chats = await started()
    story.server().enqueue(textScript('Small, and here.'))
    const sessionId = await chats.say('ollama/small:latest', 'Are you there?')
    expect(linesOf((await chats.look(sessionId)).path).at(-1)).toBe('assistant: Small, and here.')
  })

  it('is not asked in a window that nothing fits in, and what is wrong is said as it is', async () => {
    const chats = await started()
    const sessionId = await chats.say('ollama/tiny:latest', 'Are you there?')
    const [run] = await chats.runs(sessionId)
    expect(run?.error?.said).toEqual([
      {
        name: 'compact.windowTooSmall',
        facts: expect.objectContaining({ model: 'tiny:latest (Ollama)', window: '2,048' }),
      },
      { name: 'compact.ollamaWindow', facts: {} },
    ])
    expect(story.asked()).toHaveLength(0)
  })
})
