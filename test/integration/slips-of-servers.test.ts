import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import type { RecordedRequest } from '../support/models/model-server.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { openToolProject } from '../support/rigs/tool-project.ts'
import { linesOf, tellChats } from '../support/stories/chat-story.ts'

type Wire = { readonly role: string; readonly tool_calls?: readonly { readonly id: string }[] }

/** Refuses what Mistral's servers refuse, and answers otherwise. */
function mistral({ body }: RecordedRequest): Script {
  const { messages } = body as { readonly messages: readonly Wire[] }
  const refused = (message: string, code: string) => ({
    status: 400,
    body: { object: 'error', message, type: 'invalid_request_message_order', code },
  })
  for (const [at, { role, tool_calls = [] }] of messages.entries()) {
    if (role === 'user' && messages[at - 1]?.role === 'tool') {
      return refused("Unexpected role 'user' after role 'tool'", '3230')
    }
    const odd = tool_calls.find(({ id }) => !/^[A-Za-z0-9]{9}$/.test(id))
    if (odd !== undefined) {
      return refused(`Tool call id was ${odd.id} but must be a-z, A-Z, 0-9, with a length of 9.`, '3280')
    }
  }
  return textScript('Done.')
}

describe('a server with the rules of Mistral', () => {
  const story = tellChats({ respond: mistral })
  const config = () => PLAIN_TITLES + modelTable('model', story.server().baseUrl)

  it.each([
    ['after a run that failed behind a tool', 'D681PevKs'],
    ['in a chat in which another model called tools', 'call_PTLP8xhu3uwZk4l3nlnrrJha'],
  ])('answers %s', async (_when, id) => {
    await writeFile(story.file('a.txt'), 'A\n')
    const app = await story.start(config())
    const expired = { status: 401, body: { error: { message: 'The key has expired.' } } }
    story.server().enqueue(callScript([{ id, name: 'read', args: { path: 'a.txt' } }]), expired)
    const chat = await app.say('Read it')
    await app.say('I have renewed it. Go on.', chat)
    expect((await app.runs(chat)).map(({ status }) => status)).toEqual(['failed', 'completed'])
    const lines = linesOf((await app.look(chat)).path)
    expect(lines.filter((line) => line.startsWith('assistant')).at(-1)).toBe('assistant: Done.')
    // The person hears what the server refused.
    expect(lines.at(-1)).toMatch(/^runtime-notice: The server of scripted refused the form of a request/)
  })
})

describe('a chat', () => {
  const story = tellChats()
  const config = () => PLAIN_TITLES + modelTable('model', story.server().baseUrl)

  it('does not send thoughts back that the server left in the words', async () => {
    const app = await story.start(config())
    story.server().enqueue(textScript('<think>\nTwo tides a day.\n</think>\n\nAt noon.'), textScript('Yes.'))
    const chat = await app.say('When?')
    await app.say('Sure?', chat)
    expect(linesOf((await app.look(chat)).path)).toContain('assistant: At noon.')
    expect(JSON.stringify(story.asked().at(1))).not.toContain('Two tides')
  })

  it('sends no half of a sign, whatever stands in it', async () => {
    const app = await story.start(config())
    const args = { path: 'a\ud83c.txt' }
    story.server().enqueue(callScript([{ name: 'read', args }]), textScript('Yes.'))
    await app.say('A broken paste: \ud83c and its end')
    for (const body of story.asked()) expect(JSON.stringify(body)).not.toMatch(/\\+ud[89a-f]/)
    expect(story.asked()).toHaveLength(2)
  })
})

describe('a long line that is cut', () => {
  const SIGN = '🌊'
  it.each([0, 1])('ends with a whole sign (%i)', async (shift) => {
    const text = `${'x'.repeat(1000 + shift)}${SIGN.repeat(900)}\n`
    const project = await openToolProject({ 'long.json': text, 'tide.json': `tide${text.slice(1)}` })
    const { text: read } = await project.run('read', { path: 'long.json' })
    const { text: found } = await project.run('grep', { pattern: 'tide' })
    const { text: printed } = await project.run('bash', {
      command: `printf 'x%.0s' 1; for i in $(seq 1 ${30_000 + shift}); do printf '${SIGN}'; done`,
    })
    expect([read, found, printed].map((each) => each.isWellFormed())).toEqual([true, true, true])
  })
})
