import { writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Script, ScriptStep } from '../support/models/model-script.ts'
import type { RecordedRequest } from '../support/models/model-server.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { tellChats } from '../support/stories/chat-story.ts'

type Returned = {
  readonly role: string
  readonly tool_calls?: readonly { readonly id: string }[]
  readonly reasoning_content?: string
  readonly reasoning_details?: unknown
}

/** Signs that a careless way there and back changes: two spaces, a line feed at the end, an emoji, quotes. */
const THOUGHT = ' First  the "file"…\n\tthen\\n the 潮汐 🌊.\n'
const SECRET = [
  { type: 'reasoning.encrypted', id: 'rs_1', format: 'openai-responses-v1', index: 0, data: 'gAAA==/+é' },
  { type: 'reasoning.encrypted', id: 'rs_2', format: 'openai-responses-v1', index: 1, data: 'gBBB==' },
]

/** What each call was thought with, by its id, and what the server says next. */
const thoughtBefore = new Map<string, string>()
const next: Script[] = []
const demands = { reasoning: true }

const story = tellChats({ respond: (request) => refusal(request) ?? next.shift() ?? answer('No script.') })
beforeEach(() => {
  next.length = 0
  thoughtBefore.clear()
  demands.reasoning = true
})

const messagesOf = ({ body }: RecordedRequest) => (body as { messages: readonly Returned[] }).messages

/** A server that refuses a conversation whose calls come without the very reasoning they came with. */
function refusal(request: RecordedRequest): Script | null {
  if (!demands.reasoning) return null
  for (const [index, message] of messagesOf(request).entries()) {
    const thought = thoughtBefore.get(message.tool_calls?.[0]?.id ?? '')
    if (thought === undefined || message.reasoning_content === thought) continue
    const words =
      message.reasoning_content === undefined
        ? `Missing \`reasoning_content\` field in the assistant message at message index ${index}.`
        : 'The thoughts were tampered with.'
    return { status: 400, body: { error: { message: words, type: 'invalid_request_error' } } }
  }
  return null
}

const answer = (text: string): Script => ({
  steps: [
    { do: 'text', text },
    { do: 'finish', reason: 'stop' },
  ],
})

function thinkAndCall(id: string, thought: string, details?: unknown): Script {
  if (thought !== '') thoughtBefore.set(id, thought)
  const half = Math.ceil(thought.length / 2)
  const said: ScriptStep[] =
    details === undefined
      ? [thought.slice(0, half), thought.slice(half)].map((text) => ({ do: 'reasoning', text }))
      : [{ do: 'data', data: JSON.stringify({ choices: [{ delta: { reasoning_details: details } }] }) }]
  return {
    steps: [
      ...said,
      { do: 'call', index: 0, id, name: 'read', args: '{"path":"tide.txt"}' },
      { do: 'finish', reason: 'tool_calls' },
    ],
  }
}

const config = () =>
  modelTable('model', story.server().baseUrl, { reasoning: true }) +
  modelTable('models.other', story.server().baseUrl, { id: 'other', reasoning: true }) +
  PLAIN_TITLES

async function start() {
  await writeFile(story.file('tide.txt'), 'At noon.\n')
  return story.start(config())
}

/** The assistant messages with calls of the newest request. */
const called = () => {
  const last = story
    .server()
    .requests.filter(({ path }) => path.endsWith('completions'))
    .at(-1)
  return (last === undefined ? [] : messagesOf(last)).filter(({ tool_calls }) => tool_calls !== undefined)
}

describe('reasoning that a server demands back', () => {
  it('goes back as it was, in the run, in the next one, and after a restart', async () => {
    const first = await start()
    next.push(thinkAndCall('c1', THOUGHT), answer('At noon.'), answer('Again at noon.'))
    const sessionId = await first.say('When?')
    await first.say('And again?', sessionId)
    await story.end(first)

    const second = await story.start(config())
    next.push(thinkAndCall('c2', 'Look again.'), answer('Still at noon.'))
    await second.say('Sure?', sessionId)
    expect(called().map(({ reasoning_content }) => reasoning_content)).toEqual([THOUGHT, 'Look again.'])
    expect((await second.runs(sessionId)).map(({ status }) => status)).toEqual([
      'completed',
      'completed',
      'completed',
    ])
  })

  it('stays with what a compaction keeps', async () => {
    const { app, handlers, caller, say, runs } = await start()
    next.push(
      answer(`Long ago. ${'The tide rises and falls. '.repeat(300)}`),
      thinkAndCall('c1', THOUGHT),
      answer('At noon.'),
      answer('They spoke of the tide.'),
      answer('Yes.'),
    )
    const sessionId = await say('What is the tide?')
    await say('When?', sessionId)
    await handlers['session.compact']({ sessionId }, caller)
    await app.idle()
    await say('Sure?', sessionId)
    expect(JSON.stringify(story.asked().at(-1))).toContain('They spoke of the tide.')
    expect(called()).toMatchObject([{ reasoning_content: THOUGHT }])
    expect((await runs(sessionId)).at(-1)?.status).toBe('completed')
  })

  it('is not sent to a server that does not ask for it, nor counted', async () => {
    demands.reasoning = false
    const { handlers, caller, say } = await start()
    next.push(thinkAndCall('c1', THOUGHT.repeat(500)), answer('At noon.'))
    const sessionId = await say('When?')
    expect(called()).toHaveLength(1)
    expect(called()[0]).not.toHaveProperty('reasoning_content')
    const report = await handlers['context.report']({ sessionId, when: 'last' }, caller)
    expect(report?.rows[1]?.tokens).toBeLessThan(100)
  })

  it('never reaches another model, which gets the conversation without it', async () => {
    const { handlers, caller, say, runs } = await start()
    next.push(thinkAndCall('c1', THOUGHT), answer('At noon.'))
    const sessionId = await say('When?')
    demands.reasoning = false
    await handlers['session.update']({ sessionId, changes: { model: 'test/other' } }, caller)
    next.push(answer('At noon, they say.'))
    await say('Sure?', sessionId)
    expect(called()).toHaveLength(1)
    expect(JSON.stringify(called())).not.toContain('潮汐')
    expect((await runs(sessionId)).at(-1)?.status).toBe('completed')
  })
})

describe('reasoning that only its provider can read', () => {
  it('goes back as it came, though there is no text of it, also after a restart', async () => {
    const first = await start()
    next.push(thinkAndCall('c1', '', SECRET), answer('At noon.'))
    const sessionId = await first.say('When?')
    expect(called()).toMatchObject([{ reasoning_details: SECRET }])
    await story.end(first)

    const second = await story.start(config())
    next.push(answer('Yes.'))
    await second.say('Sure?', sessionId)
    expect(JSON.stringify(called()[0]?.reasoning_details)).toBe(JSON.stringify(SECRET))
  })

  it('does not go to another model of the same provider, which could not read it', async () => {
    const { handlers, caller, say } = await start()
    next.push(thinkAndCall('c1', '', SECRET), answer('At noon.'), answer('Yes.'))
    const sessionId = await say('When?')
    await handlers['session.update']({ sessionId, changes: { model: 'test/other' } }, caller)
    await say('Sure?', sessionId)
    expect(called()).toHaveLength(1)
    expect(called()[0]).not.toHaveProperty('reasoning_details')
  })

  it('is no answer by itself', async () => {
    const { say, runs } = await start()
    const secretOnly: Script = {
      steps: [
        { do: 'data', data: JSON.stringify({ choices: [{ delta: { reasoning_details: SECRET } }] }) },
        { do: 'finish', reason: 'stop' },
      ],
    }
    // It is asked for again before it fails.
    next.push(secretOnly, secretOnly, secretOnly)
    const sessionId = await say('When?')
    expect(await runs(sessionId)).toMatchObject([{ status: 'failed', error: { code: 'llm.stream' } }])
  })
})
