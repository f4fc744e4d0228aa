import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import { callScript, type Script, type ScriptStep, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { type Chats, linesOf, messagesOf, tellChats } from '../support/stories/chat-story.ts'

const story = tellChats()
const start = (more = '') =>
  story.start(`${PLAIN_TITLES}${more}${modelTable('model', story.server().baseUrl)}`)
const steps = (...all: ScriptStep[]): Script => ({ steps: [...all, { do: 'finish', reason: 'stop' }] })
const EMPTY = steps({ do: 'text', text: '' })
const BLANK = steps({ do: 'text', text: ' \n' })
const THOUGHTS = steps({ do: 'reasoning', text: 'I should look at the table of tides first.' })
const TAGGED = steps({ do: 'text', text: '<think>I should look first.' })
const read = (path: string, id = 'call_1') => callScript([{ id, name: 'read', args: { path } }])

async function told(app: Chats, id: SessionId) {
  const [run] = (await app.runs(id)).slice(-1)
  const { path } = await app.look(id)
  return {
    status: run?.status,
    error: run?.error?.message ?? '',
    lines: linesOf(path),
    messages: messagesOf(path),
  }
}

const NOTICE = 'Your last answer was empty'
const hasNotice = (at: number, notice = NOTICE) =>
  JSON.stringify(story.asked().at(at)?.messages.at(-1)).includes(notice)

type Sent = {
  readonly max_tokens?: number
  readonly messages: readonly { readonly tool_calls?: readonly unknown[] }[]
}

describe('a call', () => {
  it('that was cut off by the limit gets a larger one the next time', async () => {
    const model = modelTable('model', story.server().baseUrl, { contextWindow: 128_000, maxTokens: 40_000 })
    const app = await story.start(`${PLAIN_TITLES}${model}`)
    const half: Script = {
      steps: [
        { do: 'call', index: 0, id: 'call_1', name: 'write', args: '{"path":"a.md","content":"# Tides and' },
        { do: 'finish', reason: 'length' },
      ],
    }
    story.server().enqueue(half, textScript('I write less.'), textScript('Yes.'))
    const chat = await app.say('Write on tides.')
    await app.say('Done?', chat)
    const [first = 0, second = 0, third = 0] = story.asked().map((body) => (body as Sent).max_tokens ?? 0)
    expect(JSON.stringify(story.asked()[1])).toContain('was cut off')
    expect(second).toBeGreaterThan(first)
    expect([second, third]).toEqual([40_000, first])
    expect(existsSync(story.file('a.md'))).toBe(false)
  })

  it('is replayed with the path that was used, from the first request on', async () => {
    await writeFile(story.file('tide.txt'), 'High water at noon.\n')
    const app = await start()
    story.server().enqueue(read('/Tide.txt'), textScript('At noon.'), textScript('Yes.'))
    const chat = await app.say('When is the tide?')
    await app.say('Sure?', chat)
    for (const body of story.asked().slice(1)) {
      const calls = (body as Sent).messages.flatMap(({ tool_calls = [] }) => tool_calls)
      expect(calls).toMatchObject([{ function: { arguments: '{"path":"tide.txt"}' } }])
    }
    const { messages } = await told(app, chat)
    expect(messages.flatMap(toolCallsOf)).toMatchObject([{ args: { path: '/Tide.txt' } }])
    expect(messages.flatMap(({ tool }) => tool?.path ?? [])).toEqual([
      { given: '/Tide.txt', taken: 'tide.txt' },
    ])
  })
})

describe('an answer without words', () => {
  it.each([
    ['empty', EMPTY],
    ['blank', BLANK],
  ])('that is %s is asked for again, first unchanged', async (_how, silent) => {
    const app = await start()
    story.server().enqueue(silent, textScript('At noon.'))
    const first = await app.say('When is the tide?')
    expect(story.asked()[1]).toEqual(story.asked()[0])
    story.server().enqueue(silent, silent, textScript('At one.'))
    await app.say('And then?', first)
    expect([3, 4].map((at) => hasNotice(at))).toEqual([false, true])
    const { status, lines } = await told(app, first)
    expect([status, lines.at(-1)]).toEqual(['completed', 'assistant: At one.'])
  })

  it('but with thoughts is asked for again with a notice', async () => {
    const app = await start()
    story.server().enqueue(THOUGHTS, textScript('At noon.'))
    const { status } = await told(app, await app.say('When is the tide?'))
    expect([status, hasNotice(1), hasNotice(1, 'held reasoning only')]).toEqual(['completed', false, true])
  })

  it.each([
    ['empty', EMPTY, 'returned an empty answer'],
    ['nothing but thoughts', THOUGHTS, 'thought and gave no answer'],
    ['thoughts with a mark that is never closed', TAGGED, 'thought and gave no answer'],
  ])('that stays %s fails in words, and the chat goes on', async (_how, silent, words) => {
    const app = await start()
    story.server().enqueue(...Array.from({ length: 3 }, () => silent))
    const chat = await app.say('When is the tide?')
    const { status, error } = await told(app, chat)
    expect([status, story.asked().length]).toEqual(['failed', 3])
    expect(error).toContain(words)
    story.server().enqueue(textScript('At noon.'))
    await app.say('And?', chat)
    expect((await told(app, chat)).lines.at(-1)).toBe('assistant: At noon.')
  })

  it('behind a tool does not end the work', async () => {
    await writeFile(story.file('a.txt'), 'A\n')
    const app = await start()
    story
      .server()
      .enqueue(read('a.txt'), EMPTY, EMPTY, read('a.txt', 'call_2'), EMPTY, textScript('It holds A.'))
    const { status, lines } = await told(app, await app.say('Read it'))
    expect([status, lines.at(-1)]).toEqual(['completed', 'assistant: It holds A.'])
  })

  it('counts what it has cost', async () => {
    const app = await start()
    const usage: ScriptStep = { do: 'usage', usage: { prompt: 100, completion: 1 } }
    const silent = { steps: [{ do: 'finish', reason: 'stop' } as const, usage] }
    story.server().enqueue(silent, silent, textScript('Yes.', { prompt: 10, completion: 5 }))
    const chat = await app.say('When?')
    expect((await app.runs(chat))[0]?.usage).toMatchObject({ input: 210, output: 7 })
  })
})

describe('an answer that breaks off', () => {
  const cut = (...all: ScriptStep[]): Script => ({ steps: [...all, { do: 'finish', reason: 'error' }] })

  it.each([
    ['words', { do: 'text', text: 'At ' } as const, 'Go on exactly where it ended'],
    ['reasoning alone', { do: 'reasoning', text: 'I look.' } as const, 'Only reasoning had arrived'],
  ])('with an error of the server after %s says so and is asked for again', async (_what, step, words) => {
    const app = await start()
    story.server().enqueue(cut(step), textScript('noon.'))
    const { status, lines } = await told(app, await app.say('When is the tide?'))
    expect([status, lines.at(-1)]).toEqual(['completed', 'assistant: noon.'])
    const notice = JSON.stringify(story.asked().at(1)?.messages.at(-1))
    expect(notice).toContain('The server ended your last answer with an error.')
    expect(notice).toContain(words)
    expect(notice).not.toContain('connection')
  })
})

describe('calls that were written as text', () => {
  const tag = (name: string, args: object) =>
    `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`

  it.each([
    ['in tags', (name: string, args: object) => tag(name, args)],
    [
      'in a fence',
      (name: string, args: object) => `\`\`\`json\n${JSON.stringify({ name, arguments: args })}\n\`\`\``,
    ],
    ['with the name of another harness', (_: string, args: object) => tag('read_file', args)],
  ])('are carried out and stored as calls: %s', async (_how, written) => {
    await writeFile(story.file('a.txt'), 'The tide\n')
    const app = await start()
    const text = `I read it.\n\n${written('read', { path: 'a.txt' })}`
    story.server().enqueue(textScript(text), textScript('It says: The tide.'))
    const { messages, status } = await told(app, await app.say('Read it'))
    const [call] = messages.flatMap(toolCallsOf)
    expect(call).toMatchObject({ name: 'read', args: { path: 'a.txt' }, written: { asText: true } })
    expect(status).toBe('completed')
    const [, second] = story.asked()
    expect(JSON.stringify(second)).toContain('The tide')
    expect(JSON.stringify(second)).not.toContain('<tool_call>')
  })

  it('ask the person before they change something, also with full access', async () => {
    const app = await start()
    story.server().enqueue(textScript(tag('write', { path: 'b.txt', content: 'B\n' })), textScript('Done.'))
    const chat = await app.ask('Write it')
    const asked = async () => Object.values((await app.look(chat)).folds.interactions)
    await expect.poll(asked).toHaveLength(1)
    expect(existsSync(story.file('b.txt'))).toBe(false)
    const [ask] = await asked()
    if (ask === undefined) throw new Error('Nothing was asked.')
    await app.handlers['interaction.answer'](
      { sessionId: chat, requestId: ask.requestId, outcome: 'approved', remember: { scope: 'once' } },
      app.caller,
    )
    await app.app.idle()
    expect(await readFile(story.file('b.txt'), 'utf8')).toBe('B\n')
  })

  it('that cannot be read are pointed out, and the person is told', async () => {
    const app = await start()
    story
      .server()
      .enqueue(
        textScript(tag('fly', { to: 'the moon' })),
        textScript('<tool_call>{"name":"read","arguments":{"path":"a'),
        textScript('I cannot.'),
      )
    const { lines, status } = await told(app, await app.say('Fly'))
    expect(status).toBe('completed')
    expect(lines.filter((line) => line.includes('You wrote a tool call as text'))).toHaveLength(2)
    expect(lines.some((line) => line.includes('writes its tool calls as text'))).toBe(true)
    expect(JSON.stringify(story.asked()[1]?.messages.at(-1))).toContain('call `fly` with its arguments')
  })

  it('that can never be read end the run in words', async () => {
    const app = await start()
    const broken = textScript('<tool_call>{"name":"read","arguments":{"path":"a')
    story.server().enqueue(broken, broken, broken)
    const { error, status } = await told(app, await app.say('Read it'))
    expect(status).toBe('failed')
    expect(error).toContain('writes its tool calls as text')
  })

  it('are words where the answer is about them', async () => {
    const app = await start()
    const words =
      'Qwen writes `<tool_call>` around its calls:\n```json\n{"name": "tides", "version": "1"}\n```'
    story.server().enqueue(textScript(words))
    const { lines, status } = await told(app, await app.say('How?'))
    expect([status, lines.at(-1), story.asked().length]).toEqual(['completed', `assistant: ${words}`, 1])
  })
})

describe('the same call again and again', () => {
  const results = (lines: readonly string[]) => lines.filter((line) => line.startsWith('tool: ')).length

  it('is told to the model the third time and ends the run before the fifth', async () => {
    await writeFile(story.file('a.txt'), 'A\n')
    const app = await start()
    story.server().enqueue(...[1, 2, 3, 4, 5].map((n) => read('a.txt', `call_${n}`)), textScript('Never.'))
    const { lines, status, error } = await told(app, await app.say('Read it'))
    expect(status).toBe('failed')
    expect(error).toContain('made the same call of read 4 times')
    expect(error).toContain('What should')
    expect(story.asked()).toHaveLength(5)
    expect(JSON.stringify(story.asked()[3]?.messages.at(-1))).toContain('third time you made this call')
    expect(results(lines)).toBe(5)
    expect(lines.at(-1)).toContain('not carried out')
  })

  it('is noticed where two take turns', async () => {
    await writeFile(story.file('a.txt'), 'A\n')
    await writeFile(story.file('b.txt'), 'B\n')
    const app = await start()
    const turns = Array.from({ length: 12 }, (_, n) => read(n % 2 === 0 ? 'a.txt' : 'b.txt', `call_${n}`))
    story.server().enqueue(...turns)
    const { status, lines } = await told(app, await app.say('Read them'))
    expect([status, story.asked().length, results(lines)]).toEqual(['failed', 9, 9])
  })

  it('is noticed where calls are made side by side', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const name of names) await writeFile(story.file(`${name}.txt`), `${name}\n`)
    const app = await start()
    const round = (n: number) =>
      callScript(names.map((name) => ({ id: `${name}_${n}`, name: 'read', args: { path: `${name}.txt` } })))
    story.server().enqueue(...[1, 2, 3, 4, 5].map(round), textScript('Never.'))
    const { status, lines } = await told(app, await app.say('Read them'))
    expect([status, story.asked().length, results(lines)]).toEqual(['failed', 5, 25])
    expect(lines.filter((line) => line.includes('not carried out'))).toHaveLength(5)
    expect(JSON.stringify(story.asked()[3]?.messages.at(-1))).toContain('third time you made these calls')
  })

  it('is left out beside calls that are new, and the run goes on', async () => {
    await writeFile(story.file('a.txt'), 'A\n')
    for (const n of [1, 2, 3, 4, 5, 6]) await writeFile(story.file(`${n}.txt`), `${n}\n`)
    const app = await start()
    const round = (n: number) =>
      callScript([
        { id: `a_${n}`, name: 'read', args: { path: 'a.txt' } },
        { id: `n_${n}`, name: 'read', args: { path: `${n}.txt` } },
      ])
    story.server().enqueue(...[1, 2, 3, 4, 5, 6].map(round), textScript('Done.'))
    const { status, lines } = await told(app, await app.say('Read them'))
    expect([status, results(lines)]).toEqual(['completed', 12])
    expect(lines.filter((line) => line.includes('not carried out'))).toHaveLength(2)
    expect(lines.filter((line) => line.startsWith('tool: ') && line.includes('6')).length).toBeGreaterThan(0)
  })

  it('is no repetition between commands that are new', async () => {
    await writeFile(story.file('a.txt'), 'A\n')
    const app = await start()
    const command = (n: number) =>
      callScript([{ id: `c_${n}`, name: 'bash', args: { command: `echo ${n} > b.txt` } }])
    const rounds = [1, 2, 3, 4, 5].flatMap((n) => [command(n), read('a.txt', `r_${n}`)])
    story.server().enqueue(...rounds, read('a.txt', 'last'), textScript('Done.'))
    const { status, lines } = await told(app, await app.say('Watch it'))
    expect(status).toBe('completed')
    expect(lines.some((line) => line.includes('third time'))).toBe(false)
  })

  it('is no repetition where a file was changed in between, or the answer is another', async () => {
    await writeFile(story.file('a.txt'), 'A0\n')
    const app = await start()
    const edit = (n: number) =>
      callScript([
        { id: `edit_${n}`, name: 'edit', args: { path: 'a.txt', old_text: `A${n}`, new_text: `A${n + 1}` } },
      ])
    const rounds = [0, 1, 2, 3, 4, 5].flatMap((n) => [read('a.txt', `call_${n}`), edit(n)])
    story.server().enqueue(...rounds, textScript('Done.'))
    const { status } = await told(app, await app.say('Count'))
    expect(status).toBe('completed')
    expect(await readFile(story.file('a.txt'), 'utf8')).toBe('A6\n')
  })
})

describe('the turn limit', () => {
  it('leaves the model one request without tools for a last word', async () => {
    await writeFile(story.file('a.txt'), 'A\n')
    const app = await start('[runs]\nmaxTurns = 2\n\n')
    story.server().enqueue(read('a.txt'), read('b.txt', 'call_2'), textScript('I read a.txt; b.txt is left.'))
    const { status, lines, error } = await told(app, await app.say('Read all'))
    expect(status).toBe('failed')
    expect(error).toContain('2')
    expect(lines).toContain('assistant: I read a.txt; b.txt is left.')
    const last = story.asked().at(2)
    expect(last).not.toHaveProperty('tools')
    expect(JSON.stringify(last?.messages.at(-1))).toContain('last step of this run')
    expect(story.asked()).toHaveLength(3)
  })

  it('ends the run all the same when the last word fails or is a call', async () => {
    const app = await start('[runs]\nmaxTurns = 1\n\n')
    story.server().enqueue(read('a.txt'), { status: 400, body: { error: { message: 'No.' } } })
    const chat = await app.say('Read')
    story.server().enqueue(read('a.txt', 'call_2'), read('a.txt', 'call_3'))
    await app.say('Again', chat)
    expect((await app.runs(chat)).map(({ error }) => error?.code)).toEqual([
      'limit.exceeded',
      'limit.exceeded',
    ])
  })
})
