import { describe, expect, it } from 'vitest'
import { textOf } from '#shared/session/message-words.ts'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { linesOf, messagesOf, tellChats } from '../support/stories/chat-story.ts'

const story = tellChats()
const server = () => story.server()

/** What was sent to the models, newest last. */
type Sent = { readonly model: string; readonly messages: readonly { role: string; content: unknown }[] }
const sent = () =>
  server()
    .requests.filter(({ path }) => path.endsWith('completions'))
    .map(({ body }) => body as Sent)

/** A server that is overloaded for so long that nobody waits. */
const OVERLOADED: Script = {
  status: 529,
  headers: { 'retry-after': '600' },
  body: { error: { type: 'overloaded_error', message: 'Overloaded' } },
}

const two = (more = '') =>
  modelTable('model', server().baseUrl, { lines: 'inputPrice = 10\noutputPrice = 10\nfallback = "spare"' }) +
  modelTable('models.spare', server().baseUrl, {
    id: 'spare',
    lines: `inputPrice = 1\noutputPrice = 1\n${more}`,
  })

describe('a model that is overloaded', () => {
  it('gives way to the one that stands in for it, with a notice, and each answer is charged to who gave it', async () => {
    const chats = await story.start(two())
    server().enqueue(OVERLOADED, textScript('Here instead.', { prompt: 100, completion: 10 }))
    const sessionId = await chats.say('Are you there?')

    const { path, folds } = await chats.look(sessionId)
    expect(linesOf(path)).toEqual([
      'user: Are you there?',
      expect.stringMatching(/^runtime-notice: scripted could not answer, so spare takes over.*overloaded/),
      'assistant: Here instead.',
    ])
    expect(messagesOf(path).at(-1)).toMatchObject({ model: 'test/spare' })
    expect(sent().map(({ model }) => model)).toEqual(['scripted', 'spare'])
    expect(folds.session?.usage).toMatchObject({ 'test/spare': { input: 100, output: 10 } })
    expect(Object.values(folds.runs)).toMatchObject([
      {
        status: 'completed',
        model: 'test/scripted',
        usageOfOthers: { 'test/spare': { input: 100, output: 10 } },
      },
    ])
  })

  it('is asked again by the next message', async () => {
    const chats = await story.start(two())
    server().enqueue(OVERLOADED, textScript('Here instead.'), textScript('Back again.'))
    const sessionId = await chats.say('One')
    await chats.say('Two', sessionId)
    expect(sent().map(({ model }) => model)).toEqual(['scripted', 'spare', 'scripted'])
    // What the notice said is of no use to the model later.
    expect(JSON.stringify(sent().at(-1)?.messages)).not.toContain('takes over')
  })

  it('never takes turns with another one that is overloaded too', async () => {
    const chats = await story.start(two('fallback = "test/scripted"'))
    server().enqueue(OVERLOADED, OVERLOADED)
    const sessionId = await chats.say('Are you there?')
    expect(sent().map(({ model }) => model)).toEqual(['scripted', 'spare'])
    expect(await chats.runs(sessionId)).toMatchObject([
      { status: 'failed', error: { code: 'llm.rate_limit', recoverable: true } },
    ])
  })

  it('is reported when nobody stands in for it, and Continue asks it again', async () => {
    const chats = await story.start(modelTable('model', server().baseUrl))
    server().enqueue(OVERLOADED, textScript('Here I am.'))
    const sessionId = await chats.say('Are you there?')
    expect(await chats.runs(sessionId)).toMatchObject([
      { status: 'failed', error: { code: 'llm.rate_limit' } },
    ])
    await chats.handlers['session.goOn']({ sessionId }, chats.caller)
    await chats.app.idle()
    expect(linesOf((await chats.look(sessionId)).path)).toEqual([
      'user: Are you there?',
      'assistant: Here I am.',
    ])
  })
})

describe('a connection that is lost', () => {
  it('before the first word is tried again, and nobody has to do anything', async () => {
    const chats = await story.start(modelTable('model', server().baseUrl))
    server().enqueue({ steps: [{ do: 'drop' }] }, textScript('Here I am.'))
    const sessionId = await chats.say('Are you there?')
    expect(linesOf((await chats.look(sessionId)).path)).toEqual([
      'user: Are you there?',
      'assistant: Here I am.',
    ])
  })

  const half = (text: string): Script => ({ steps: [{ do: 'text', text }, { do: 'drop' }] })

  it('in the middle keeps the words that had come, and their rest is asked for by itself', async () => {
    const chats = await story.start(two())
    server().enqueue(half('Half of'), textScript(' the answer.'))
    const sessionId = await chats.say('Tell me')
    const { path } = await chats.look(sessionId)
    expect(linesOf(path)).toEqual([
      'user: Tell me',
      'assistant: Half of',
      expect.stringContaining('Go on exactly where it ended'),
      'assistant:  the answer.',
    ])
    expect(messagesOf(path).at(1)).toMatchObject({ stop: 'error', error: { code: 'llm.stream' } })
    // The same model goes on: what was told is not told again by another one.
    expect(sent().map(({ model }) => model)).toEqual(['scripted', 'scripted'])
    expect(
      sent()
        .at(-1)
        ?.messages.map(({ role }) => role),
    ).toEqual(['system', 'user', 'assistant', 'user'])
    expect(await chats.runs(sessionId)).toMatchObject([{ status: 'completed' }])
  })

  it('twice in the middle of one answer leaves it to the person, and Continue goes on', async () => {
    const chats = await story.start(two())
    server().enqueue(half('A third'), half(' and another'), textScript(' and the last.'))
    const sessionId = await chats.say('Tell me')
    expect(sent()).toHaveLength(2)
    expect(await chats.runs(sessionId)).toMatchObject([{ status: 'failed', error: { code: 'llm.stream' } }])
    await chats.handlers['session.goOn']({ sessionId }, chats.caller)
    await chats.app.idle()
    const words = messagesOf((await chats.look(sessionId)).path).map(textOf)
    expect(words).toEqual(['Tell me', 'A third', ' and another', ' and the last.'])
  })

  it('is made good for each answer of a run, and not only for the first', async () => {
    const chats = await story.start(modelTable('model', server().baseUrl))
    server().enqueue(
      half('I look'),
      callScript([{ name: 'list', args: {} }]),
      half('There is'),
      textScript(' much.'),
    )
    const sessionId = await chats.say('What is there?')
    expect(linesOf((await chats.look(sessionId)).path).at(-1)).toBe('assistant:  much.')
    expect(await chats.runs(sessionId)).toMatchObject([{ status: 'completed' }])
  })

  it('in the middle of a call asks for nothing by itself: what it was to do is not known', async () => {
    const chats = await story.start(two())
    const cut: Script = {
      steps: [
        { do: 'text', text: 'I change it.' },
        { do: 'call', index: 0, id: 'call_1', name: 'write', args: '{"path": "no' },
        { do: 'drop' },
      ],
    }
    server().enqueue(cut)
    const sessionId = await chats.say('Change it')
    expect(sent()).toHaveLength(1)
    expect(linesOf((await chats.look(sessionId)).path)).toEqual([
      'user: Change it',
      'assistant: I change it.',
    ])
    expect(await chats.runs(sessionId)).toMatchObject([{ status: 'failed', error: { code: 'llm.stream' } }])
  })

  it('for good in the middle keeps what came, and says so once no try has helped', async () => {
    const chats = await story.start(modelTable('model', server().baseUrl))
    const refused: Script = { status: 401, body: { error: { message: 'Who are you?' } } }
    server().enqueue(half('Half of'), refused, textScript(' the answer.'))
    const sessionId = await chats.say('Tell me')
    expect(await chats.runs(sessionId)).toMatchObject([{ status: 'failed', error: { code: 'llm.auth' } }])
    await chats.handlers['session.goOn']({ sessionId }, chats.caller)
    await chats.app.idle()
    expect(messagesOf((await chats.look(sessionId)).path).map(textOf)).toEqual([
      'Tell me',
      'Half of',
      ' the answer.',
    ])
  })
})

describe('a server that limits requests', () => {
  it('is given the time it asks for', async () => {
    const chats = await story.start(modelTable('model', server().baseUrl))
    const limited: Script = {
      status: 429,
      headers: { 'retry-after': '1' },
      body: { error: { message: 'Slow' } },
    }
    server().enqueue(limited, textScript('Thank you.'))
    const began = Date.now()
    const sessionId = await chats.say('Are you busy?')
    expect(Date.now() - began).toBeGreaterThanOrEqual(1_000)
    expect(linesOf((await chats.look(sessionId)).path).at(-1)).toBe('assistant: Thank you.')
  })
})

describe('an answer that reaches the longest a model can say', () => {
  const cut = (text: string): Script => ({
    steps: [
      { do: 'text', text },
      { do: 'finish', reason: 'length' },
      { do: 'usage', usage: { prompt: 10, completion: 5 } },
    ],
  })

  it('is continued by itself until it is whole, and no word of it is lost', async () => {
    const chats = await story.start(
      modelTable('model', server().baseUrl).replace('maxTokens = 2000', 'maxTokens = 20000'),
    )
    server().enqueue(cut('One, '), cut('two, '), textScript('three.'))
    const sessionId = await chats.say('Count')
    const { path } = await chats.look(sessionId)
    expect(messagesOf(path).map((message) => message.stop ?? 'asked')).toEqual([
      'asked',
      'length',
      'length',
      'stop',
    ])
    expect(sent()).toHaveLength(3)
    expect(JSON.stringify(sent().at(-1)?.messages)).toContain('Go on exactly where it ended')
    const limits = sent().map((body) => (body as { max_tokens?: number }).max_tokens)
    expect(limits).toEqual([16_000, 20_000, 20_000])
  })

  it('is left after three continuations, and Continue goes on', async () => {
    const chats = await story.start(modelTable('model', server().baseUrl))
    server().enqueue(cut('1 '), cut('2 '), cut('3 '), cut('4 '), textScript('5.'))
    const sessionId = await chats.say('Count')
    expect(sent()).toHaveLength(4)
    expect(await chats.runs(sessionId)).toMatchObject([{ status: 'completed' }])
    await chats.handlers['session.goOn']({ sessionId }, chats.caller)
    await chats.app.idle()
    expect(linesOf((await chats.look(sessionId)).path).at(-1)).toBe('assistant: 5.')
  })
})
