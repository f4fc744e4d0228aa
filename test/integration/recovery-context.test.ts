import { describe, expect, it } from 'vitest'
import { type Script, textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { linesOf, messagesOf, tellChats } from '../support/stories/chat-story.ts'

const story = tellChats()
const server = () => story.server()
const asked = () => server().requests.filter(({ path }) => path.endsWith('completions'))

const TOO_LONG: Script = {
  status: 400,
  body: { error: { code: 'context_length_exceeded', message: 'The maximum context length is 8192 tokens.' } },
}

describe('a chat that reaches its limit while nothing is summarised by itself', () => {
  const off = (contextWindow = 100_000) =>
    `${modelTable('model', server().baseUrl, { contextWindow })}\n[context]\nautoCompact = false\n`

  it('is told so at once, can be compacted by hand, and Continue goes on', async () => {
    const chats = await story.start(off())
    server().enqueue(textScript(`First. ${'The tide rises and falls. '.repeat(150)}`), textScript('Second.'))
    const sessionId = await chats.say('What is the tide?')
    await chats.say('How often?', sessionId)
    server().enqueue(TOO_LONG, textScript('They spoke of the tide.'), textScript('Third.'))
    await chats.say('Why?', sessionId)
    expect((await chats.runs(sessionId)).at(-1)).toMatchObject({
      kind: 'chat',
      status: 'failed',
      error: { code: 'llm.context_overflow', message: expect.stringContaining('Compact it') },
    })
    await chats.handlers['session.compact']({ sessionId }, chats.caller)
    await chats.app.idle()
    await chats.handlers['session.goOn']({ sessionId }, chats.caller)
    await chats.app.idle()
    const { path } = await chats.look(sessionId)
    expect(linesOf(path).slice(-3)).toEqual(['user: Why?', 'compact', 'assistant: Third.'])
  })

  it('is not asked about what it cannot read, and keeps the words', async () => {
    const chats = await story.start(off(20_000))
    server().enqueue(textScript('Never.'))
    const sessionId = await chats.say('word '.repeat(30_000))
    expect(asked()).toHaveLength(0)
    expect(await chats.runs(sessionId)).toMatchObject([
      { status: 'failed', error: { code: 'llm.context_overflow', said: [{ name: 'compact.overflowOff' }] } },
    ])
    expect(messagesOf((await chats.look(sessionId)).path)).toHaveLength(1)
  })
})

describe('a picture the model refuses', () => {
  const PIXEL =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const REFUSED: Script = {
    status: 400,
    body: { error: { type: 'invalid_request_error', message: 'The image exceeds 5 MB maximum.' } },
  }

  it('is named to it instead, and stays in the chat', async () => {
    const chats = await story.start(modelTable('model', server().baseUrl))
    server().enqueue(REFUSED, textScript('I see no table.'), textScript('A tide table.'))
    const image = { mime: 'image/png' as const, base64: PIXEL, name: 'table.png' }
    const target = { to: 'project', projectId: chats.projectId, model: 'test/scripted' } as const
    const { sessionId } = await chats.handlers['session.send'](
      { target: { ...target, permissionMode: 'bypass' }, text: 'What is this?', images: [image] },
      chats.caller,
    )
    await chats.app.idle()
    expect(await chats.runs(sessionId)).toMatchObject([{ status: 'completed' }])
    const { path } = await chats.look(sessionId)
    expect(messagesOf(path)[0]?.parts.map(({ t }) => t)).toContain('file')
    const [first, second] = asked().map(({ body }) => JSON.stringify(body))
    expect(first).toContain('image_url')
    expect(second).not.toContain('image_url')
    expect(second).toContain('table.png')

    await chats.say('What is a tide table?', sessionId)
    expect(JSON.stringify(asked().at(-1)?.body)).not.toContain('image_url')
    expect(linesOf((await chats.look(sessionId)).path).at(-1)).toBe('assistant: A tide table.')
  })
})
