import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { CALLER, type DefinitionApp, fileOf, tellDefinitions } from '../support/hosts/definition-host.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'

const host = tellDefinitions()
beforeEach(async () => {
  const { baseUrl } = host.server()
  const thinks = { reasoning: true, lines: 'reasoningEffort = "medium"' }
  await host.put(
    'home/config.toml',
    modelTable('model', baseUrl, { id: 'usual', ...thinks }) +
      modelTable('models.other', baseUrl, { id: 'other', label: 'The Other', ...thinks }) +
      modelTable('models.plain', baseUrl, { id: 'plain' }) +
      PLAIN_TITLES,
  )
  await host.put(
    'home/agents/poet.md',
    fileOf('description: Writes.\nmode: primary\nmodel: The Other', 'Poet.'),
  )
  await host.put('home/agents/lost.md', fileOf('description: Is lost.\nmode: primary\nmodel: gone', 'Lost.'))
})

type Sent = { readonly model: string; readonly reasoning_effort?: string }

const sent = (): (readonly [string, string | undefined])[] =>
  host
    .server()
    .requests.filter(({ path }) => path.endsWith('completions'))
    .map(({ body }) => [(body as Sent).model, (body as Sent).reasoning_effort])

type Beginning = { readonly agentId?: string; readonly model?: string; readonly effort?: 'low' | 'off' }

async function begin({ app, handlers, project }: DefinitionApp, beginning: Beginning): Promise<SessionId> {
  const target = { to: 'project', projectId: project.id, permissionMode: 'bypass', ...beginning } as const
  const { sessionId } = await handlers['session.send']({ target, text: 'Go.', images: [] }, CALLER)
  await app.idle()
  return sessionId
}

const metaOf = async ({ handlers }: DefinitionApp, sessionId: SessionId) =>
  (await handlers['session.attach']({ sessionId, tail: 1 }, CALLER)).folds.session?.meta

describe('the effort of a chat', () => {
  it('goes before the one set for the model, from the next request on', async () => {
    const app = await host.start()
    host.server().enqueue(...['1', '2', '3', '4'].map((words) => textScript(words)))
    const sessionId = await begin(app, {})
    for (const effort of ['high', 'off', null] as const) {
      await app.handlers['session.update']({ sessionId, changes: { effort } }, CALLER)
      await app.more(sessionId, 'Again.')
    }
    expect(sent().map(([, effort]) => effort)).toEqual(['medium', 'high', 'none', 'medium'])
  })

  it('is told in the chat where it changed, between turns and between two tool rounds', async () => {
    const app = await host.start()
    const gate = createGate()
    host.server().enqueue(textScript('1'), textScript('2'), {
      steps: [
        { do: 'text', text: 'I look.' },
        { do: 'wait', gate },
        { do: 'call', index: 0, id: 'call_1', name: 'list', args: '{}' },
        { do: 'finish', reason: 'tool_calls' },
      ],
    })
    host.server().enqueue(textScript('3'), textScript('4'))
    const sessionId = await begin(app, {})
    const effort = (value: 'high' | 'low') =>
      app.handlers['session.update']({ sessionId, changes: { effort: value } }, CALLER)
    await effort('high')
    await app.more(sessionId, 'Again.')
    const working = app.more(sessionId, 'Look.')
    await expect.poll(() => sent().length).toBe(3)
    await effort('low')
    gate.open()
    await working
    await app.more(sessionId, 'And again.')
    expect(sent().map(([, each]) => each)).toEqual(['medium', 'high', 'high', 'low', 'low'])
    const { path } = await app.handlers['session.attach']({ sessionId, tail: 100 }, CALLER)
    const told = path.flatMap((event) =>
      event.kind === 'harness.item' && event.payload.content.startsWith('The effort')
        ? [event.payload.content]
        : [],
    )
    expect(told).toEqual(['The effort changed from medium to high.', 'The effort changed from high to low.'])
  })

  it('is told with another key or none: another secret of the model, another value of its variable, a variable without', async () => {
    vi.stubEnv('TIDE_KEY', 'sk-tide-5c1f0a77')
    vi.stubEnv('SHORE_KEY', 'sk-shore-91b04d22')
    onTestFinished(() => void vi.unstubAllEnvs())
    const app = await host.start()
    host.server().enqueue(...['1', '2', '3', '4'].map((words) => textScript(words)))
    const keyed = async (name: string) => {
      const { baseUrl } = host.server()
      const model = {
        type: 'custom',
        api: 'openai-completions',
        provider: 'test',
        id: 'other',
        baseUrl,
      } as const
      const limits = { contextWindow: 100_000, maxTokens: 2_000, reasoning: false } as const
      await app.handlers['model.save']({ config: { ...model, ...limits, apiKeyRef: `env:${name}` } }, CALLER)
    }
    await keyed('TIDE_KEY')
    const sessionId = await begin(app, { model: 'test/other' })
    await app.more(sessionId, 'The same key.')
    await keyed('SHORE_KEY')
    await app.more(sessionId, 'Another secret.')
    vi.stubEnv('SHORE_KEY', 'sk-shore-later-33e9')
    await app.more(sessionId, 'Another value.')
    await keyed('NO_KEY')
    await app.more(sessionId, 'No key.')
    expect(host.server().requests.map(({ headers }) => headers['authorization'])).toEqual([
      'Bearer sk-tide-5c1f0a77',
      'Bearer sk-tide-5c1f0a77',
      'Bearer sk-shore-91b04d22',
      'Bearer sk-shore-later-33e9',
    ])
    const { path } = await app.handlers['session.attach']({ sessionId, tail: 100 }, CALLER)
    const told = path.flatMap((event) =>
      event.kind === 'harness.item' && event.payload.content.includes('key') ? [event.payload.content] : [],
    )
    const another = 'Requests to test use another key from here on.'
    expect(told).toEqual([
      another,
      another,
      'The key for test is no longer there. Add one in Settings › Models.',
    ])
  })

  it('is fixed for all requests by a variable, whatever the chat chose', async () => {
    vi.stubEnv('ORRERY_EFFORT', 'Low')
    onTestFinished(() => void vi.unstubAllEnvs())
    const app = await host.start()
    host.server().enqueue(textScript('1'))
    await begin(app, { effort: 'off' })
    expect(sent()).toEqual([['usual', 'low']])
    expect(await app.handlers['model.list']({}, CALLER)).toContainEqual(
      expect.objectContaining({ ref: 'test/usual', fixedEffort: 'low' }),
    )
  })

  it('is chosen with the first message, and never sent to a model that does not think', async () => {
    const app = await host.start()
    host.server().enqueue(textScript('1'), textScript('2'))
    const sessionId = await begin(app, { effort: 'low' })
    await app.handlers['session.update']({ sessionId, changes: { model: 'test/plain' } }, CALLER)
    await app.more(sessionId, 'Again.')
    expect(sent()).toEqual([
      ['usual', 'low'],
      ['plain', undefined],
    ])
  })

  it('is the one its agents work with, as long as they have its model', async () => {
    await host.put('home/agents/rhymer.md', fileOf('description: Rhymes.\nmodel: other', 'Rhymer.'))
    const app = await host.start()
    host
      .server()
      .enqueue(
        callScript([{ id: 'c1', name: 'agent', args: { agent: 'explore', title: 'Look', prompt: 'Look.' } }]),
        textScript('Seen.'),
        callScript([
          { id: 'c2', name: 'agent', args: { agent: 'rhymer', title: 'Rhyme', prompt: 'Rhyme.' } },
        ]),
        textScript('Rhymed.'),
        textScript('Done.'),
      )
    await begin(app, { effort: 'low' })
    expect(sent()).toEqual([
      ['usual', 'low'],
      ['usual', 'low'],
      ['usual', 'low'],
      ['other', 'medium'],
      ['usual', 'low'],
    ])
  })
})

describe('the model an agent names', () => {
  it('answers in a chat that begins with it, unless the person picked another', async () => {
    const app = await host.start()
    host.server().enqueue(textScript('1'), textScript('2'), textScript('3'))
    await begin(app, { agentId: 'poet' })
    await begin(app, { agentId: 'poet', model: 'test/plain' })
    await begin(app, {})
    expect(sent().map(([model]) => model)).toEqual(['other', 'plain', 'usual'])
    expect(
      await app.handlers['model.ofNewChat']({ projectId: app.project.id, agentId: 'poet' }, CALLER),
    ).toEqual({ model: 'test/other' })
  })

  it('comes with it into a chat and leaves with it', async () => {
    const app = await host.start()
    host.server().enqueue(textScript('1'), textScript('2'), textScript('3'))
    const sessionId = await begin(app, {})
    await app.handlers['session.switchAgent']({ sessionId, agentId: 'poet' }, CALLER)
    expect(await metaOf(app, sessionId)).toMatchObject({ model: 'test/other' })
    await app.more(sessionId, 'Verse.')
    await app.handlers['session.switchAgent']({ sessionId, agentId: 'build' }, CALLER)
    await app.more(sessionId, 'Build.')
    expect(sent().map(([model]) => model)).toEqual(['usual', 'other', 'usual'])
  })

  it('gives way to the one the person picks, also for who speaks next', async () => {
    const app = await host.start()
    host.server().enqueue(textScript('1'))
    const sessionId = await begin(app, { agentId: 'poet' })
    await app.handlers['session.update']({ sessionId, changes: { model: 'test/plain' } }, CALLER)
    await app.handlers['session.switchAgent']({ sessionId, agentId: 'build' }, CALLER)
    expect(await metaOf(app, sessionId)).toMatchObject({ model: 'test/plain' })
  })

  it('is missed before anything is made or changed', async () => {
    const app = await host.start()
    host.server().enqueue(textScript('1'))
    await expect(begin(app, { agentId: 'lost' })).rejects.toThrow('lost')
    const sessionId = await begin(app, {})
    await expect(app.handlers['session.switchAgent']({ sessionId, agentId: 'lost' }, CALLER)).rejects.toThrow(
      'gone',
    )
    expect(sent()).toHaveLength(1)
  })
})

describe('the model an agent is given with its task', () => {
  const delegate = (id: string, args: object) =>
    callScript([{ id, name: 'agent', args: { title: 'Rhyme', prompt: 'Rhyme.', ...args } }])

  it('answers for it, with its own effort, and again when it continues', async () => {
    const app = await host.start()
    host
      .server()
      .enqueue(
        delegate('c1', { model: 'The Other' }),
        textScript('Rhymed.'),
        delegate('c2', { resume: 'Rhyme' }),
        textScript('Once more.'),
        textScript('Done.'),
      )
    await begin(app, { effort: 'low' })
    expect(sent()).toEqual([
      ['usual', 'low'],
      ['other', 'medium'],
      ['usual', 'low'],
      ['other', 'medium'],
      ['usual', 'low'],
    ])
  })

  it.each([
    [
      'is not set up',
      { model: 'gone' },
      'The models are: orrery/practice, test/usual, test/other, test/plain.',
    ],
    ['cannot be another one in a fork', { model: 'other', fork: true }, 'leave out model'],
    ['cannot be another one for one that continues', { model: 'other', resume: 'Rhyme' }, 'leave out model'],
  ])('is refused in words where it %s', async (_when, args, words) => {
    const app = await host.start()
    host.server().enqueue(delegate('c1', args), textScript('Then not.'))
    await begin(app, {})
    expect(sent()).toHaveLength(2)
    const [, second] = host.server().requests.filter(({ path }) => path.endsWith('completions'))
    expect(JSON.stringify(second?.body)).toContain(words)
  })
})

describe('the model a project chooses', () => {
  it('answers in its new chats', async () => {
    await host.put('project/.orrery/config.toml', '[model]\nuse = "other"\n')
    const app = await host.start()
    host.server().enqueue(textScript('1'))
    await begin(app, {})
    expect(sent()).toEqual([['other', 'medium']])
  })
})

describe('a workflow that a chat starts', () => {
  const launch = async (app: DefinitionApp, launcherSessionId: SessionId | null, call: string) => {
    const source = `export const meta = { name: 'try-it', description: 'x' }\nreturn await ${call}`
    const { id } = await app.handlers['workflow.launch'](
      {
        projectId: app.project.id,
        launcherSessionId,
        source: { from: 'script', script: source },
        args: null,
        concurrency: 1,
        budget: null,
      },
      CALLER,
    )
    await app.until(async () => {
      const { state } = await app.handlers['workflow.get']({ workflowRunId: id }, CALLER)
      return state !== 'running'
    })
  }

  it('works with the model and the effort of the chat, where neither script nor agent names one', async () => {
    const app = await host.start()
    host.server().enqueue(...['1', '2', '3', '4'].map((words) => textScript(words)))
    const sessionId = await begin(app, { model: 'test/other', effort: 'low' })
    await launch(app, sessionId, "agent('Go.')")
    await launch(app, sessionId, "agent('Go.', { model: 'usual' })")
    await launch(app, null, "agent('Go.')")
    expect(sent().slice(1)).toEqual([
      ['other', 'low'],
      ['usual', 'medium'],
      ['usual', 'medium'],
    ])
  })
})
