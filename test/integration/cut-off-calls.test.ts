import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { callScript, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { messagesOf, tellChats } from '../support/stories/chat-story.ts'

const story = tellChats()
const config = () => PLAIN_TITLES + modelTable('model', story.server().baseUrl)

type Sent = {
  readonly role: string
  readonly tool_call_id?: string
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly arguments: string } }[]
}

/** What every provider would refuse of the last request; null for nothing. */
function problemOfLastRequest(): string | null {
  let open: string[] = []
  const messages = (story.asked().at(-1)?.messages ?? []) as readonly Sent[]
  for (const [at, message] of messages.entries()) {
    if (message.role === 'tool') {
      const id = message.tool_call_id ?? ''
      if (!open.includes(id)) return `${at} answers ${id}, which nothing called`
      open = open.filter((each) => each !== id)
      continue
    }
    if (open.length > 0) return `${at} comes before the result of ${open[0]}`
    if (message.role === 'user' && messages[at - 1]?.role === 'user')
      return `${at} is a second message in a row`
    open = (message.tool_calls ?? []).map(({ id }) => id)
    if (new Set(open).size < open.length) return `${at} uses an id twice`
    for (const call of message.tool_calls ?? []) JSON.parse(call.function.arguments)
  }
  return open.length > 0 ? `${open[0]} has no result` : null
}

const TWO_CALLS = callScript([
  { id: 'x1', name: 'bash', args: { command: 'sleep 20' } },
  { id: 'x2', name: 'list', args: {} },
])

/** Starts a chat whose first call is running. */
async function withOpenCalls() {
  const chats = await story.start(config())
  story.server().enqueue(TWO_CALLS)
  const id = await chats.ask('Sleep')
  await expect.poll(async () => (await chats.look(id)).tools.length).toBeGreaterThan(0)
  return { chats, id }
}

describe('a chat whose calls were cut off', () => {
  it('resumes after a crash', async () => {
    const { id } = await withOpenCalls()
    const again = await story.afterCrash()
    story.server().enqueue(textScript('Fine.'))
    await again.say('What happened?', id)
    expect(problemOfLastRequest()).toBeNull()
    expect((await again.runs(id)).at(-1)?.status).toBe('completed')
  })

  it('resumes after a stop, and each call has one result', async () => {
    const { chats, id } = await withOpenCalls()
    const [run] = await chats.runs(id)
    if (run !== undefined) await chats.handlers['run.stop']({ sessionId: id, runId: run.runId }, chats.caller)
    await chats.app.idle()
    story.server().enqueue(textScript('Fine.'))
    await chats.say('Resume', id)
    expect(problemOfLastRequest()).toBeNull()
    const results = messagesOf((await chats.look(id)).path).flatMap(({ tool }) => tool?.callId ?? [])
    expect(results).toEqual(['x1', 'x2'])
  })

  it('resumes when the answer with the calls broke off', async () => {
    const chats = await story.start(config())
    story.server().enqueue(
      {
        steps: [
          { do: 'text', text: 'I look. ' },
          { do: 'call', index: 0, id: 'x1', name: 'read', args: '{"path":"a' },
          { do: 'drop' },
        ],
      },
      textScript('Fine.'),
    )
    const id = await chats.say('Read')
    await chats.say('Once more', id)
    expect(problemOfLastRequest()).toBeNull()
    expect((await chats.runs(id)).at(-1)?.status).toBe('completed')
  })

  it('resumes where each answer uses the same id', async () => {
    writeFileSync(story.file('a.txt'), 'A\n')
    const chats = await story.start(config())
    const one = callScript([{ id: 'call_0', name: 'read', args: { path: 'a.txt' } }])
    story.server().enqueue(one, one, one, textScript('Read.'))
    await chats.say('Read it three times')
    expect(problemOfLastRequest()).toBeNull()
  })
})
