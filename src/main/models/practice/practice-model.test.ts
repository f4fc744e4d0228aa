import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '#shared/session/message.ts'
import { createStoppedClock } from '../../../../test/support/data/stopped-clock.ts'
import {
  assistantMessage,
  callPart,
  callsIn,
  collect,
  collectFailure,
  sampleRequest,
  textIn,
  toolMessage,
  userMessage,
} from '../../../../test/support/protocols/model-samples.ts'
import type { ModelRequest } from '../model.ts'
import { argumentPieces, wordPieces } from './pieces.ts'
import { createPracticeModel } from './practice-model.ts'

const TOOLS = ['list', 'read', 'grep', 'write', 'edit', 'bash', 'ask', 'plan'].map((name) => ({
  name,
  description: '',
  schema: {},
}))
const model = createPracticeModel({ clock: createStoppedClock(), pauseMs: 0 })
const request = (messages: readonly Message[], changes: Partial<ModelRequest> = {}) =>
  sampleRequest({ messages, tools: TOOLS, ...changes })

/** Plays a whole run: every call is answered by `tools` until the model has nothing more to call. */
async function play(
  text: string,
  tools: (name: string, args: never) => Partial<Message['tool'] & { text: string }>,
) {
  const messages: Message[] = [userMessage(text)]
  const calls: [string, unknown][] = []
  for (let turn = 0; turn < 20; turn += 1) {
    const chunks = await collect(model, request(messages))
    const made = callsIn(chunks)
    const said = textIn(chunks)
    messages.push(
      assistantMessage(said, ...made.map(({ callId, name, args }) => callPart(callId, name, args))),
    )
    if (made.length === 0) return { calls, said, messages }
    for (const { callId, name, args } of made) {
      calls.push([name, args])
      const { text: result = '', ...more } = tools(name, args as never)
      const message = toolMessage(callId, name, result)
      messages.push({ ...message, tool: { callId, name, isError: false, durationMs: 1, ...more } })
    }
  }
  throw new Error('The run did not end.')
}

it.each([
  ['list src', 'list', { path: 'src' }],
  ['read a.ts', 'read', { path: 'a.ts' }],
  ['search for a(b) in src', 'grep', { pattern: 'a\\(b\\)', path: 'src' }],
  ['create a.txt with hi', 'write', { path: 'a.txt', content: 'hi' }],
  ['run npm test', 'bash', { command: 'npm test' }],
  ['ask Why?', 'ask', { prompt: 'Why?' }],
  [
    'plan a; b',
    'plan',
    {
      goal: 'a; b',
      steps: [
        { title: 'a', status: 'pending' },
        { title: 'b', status: 'pending' },
      ],
    },
  ],
])('carries out %j', async (text, tool, args) => {
  const { calls, said } = await play(text, () => ({ text: 'what the tool said' }))
  expect(calls).toEqual([[tool, args]])
  expect(said).not.toBe('')
})

it('reads a file before it edits it', async () => {
  const { calls } = await play('replace a with b in x.ts', () => ({ text: 'ok' }))
  expect(calls).toEqual([
    ['read', { path: 'x.ts' }],
    ['edit', { path: 'x.ts', old_text: 'a', new_text: 'b' }],
  ])
})

it('does not edit a file it could not read', async () => {
  const { calls, said } = await play('replace a with b in x.ts', () => ({
    text: 'There is no x.ts.',
    isError: true,
  }))
  expect(calls).toHaveLength(1)
  expect(said).toContain('This did not work:')
  expect(said).toContain('There is no x.ts.')
})

it('goes on after each result and says at the end what the tools said', async () => {
  const { calls, said } = await play('list src then read a.ts\nrun false', (name) =>
    name === 'bash' ? { text: 'exit 1', isError: true } : { text: `words of ${name}` },
  )
  expect(calls.map(([name]) => name)).toEqual(['list', 'read', 'bash'])
  expect(said).toBe(
    [
      '**Contents of `src`**\n\n```text\nwords of list\n```',
      '**`a.ts` says**\n\n```text\nwords of read\n```',
      '**Output of `run`**'.replace('run', 'false').concat('\n\nThis did not work:\n\n```text\nexit 1\n```'),
      'Done: 2 of 3.',
    ].join('\n\n'),
  )
})

it('accepts a denial', async () => {
  const { said } = await play('run rm -rf build', () => ({
    text: 'Denied.',
    isError: true,
    synthetic: 'denied',
  }))
  expect(said).toContain('You did not allow this')
})

it('does not say that the person refused what nobody asked them about', async () => {
  const { said } = await play('run rm -rf build', () => ({
    text: 'Plan mode is on.',
    isError: true,
    synthetic: 'denied',
    refusedBy: 'plan_mode',
  }))
  expect(said).toContain('you were not asked')
})

it('says so when it has no tool for a command', async () => {
  const chunks = await collect(model, request([userMessage('run ls')], { tools: [] }))
  expect(textIn(chunks)).toContain('may not use the tool')
})

it('answers in Chinese where it is asked in Chinese', async () => {
  const { said } = await play('读 a.ts 然后运行 ls', () => ({ text: '好' }))
  expect(said).toContain('`a.ts` 写道')
  expect(said).toContain('完成 2 项中的 2 项。')
})

it.each([
  ['hello', 'There is no AI in me'],
  ['你好', '里面没有人工智能'],
])('lists what it can do after %j', async (text, words) => {
  expect(textIn(await collect(model, request([userMessage(text)])))).toContain(words)
})

it('works on the newest request alone', async () => {
  const { messages } = await play('list src', () => ({ text: 'a.ts' }))
  const chunks = await collect(model, request([...messages, userMessage('read a.ts')]))
  expect(callsIn(chunks)).toEqual([{ callId: 'practice_2', name: 'read', args: { path: 'a.ts' } }])
})

it('is not distracted by what the app tells beside the conversation', async () => {
  const note = userMessage('<system-reminder>\nread the rules\n</system-reminder>')
  const chunks = await collect(model, request([userMessage('list src'), note]))
  expect(callsIn(chunks).map(({ name }) => name)).toEqual(['list'])
})

it('takes up commands that came while it worked', async () => {
  const steer =
    '<system-reminder>\nThe user sent this while you were working. Go on:\nread b.ts\n</system-reminder>'
  const messages = [
    userMessage('list src'),
    assistantMessage(callPart('c', 'list', {})),
    toolMessage('c', 'list', `a.ts\n${steer}`),
  ]
  expect(callsIn(await collect(model, request(messages)))).toMatchObject([
    { name: 'read', args: { path: 'b.ts' } },
  ])
})

describe('structured answers', () => {
  const schema = {
    type: 'object',
    properties: {
      summary: { type: 'string' },
      files: { type: 'array', items: { type: 'string' } },
      count: { type: 'integer' },
    },
    required: ['summary'],
  }
  const forced = { tools: [...TOOLS, { name: 'answer', description: '', schema }], forcedTool: 'answer' }
  const prompt = userMessage('Find the risks, then read between the lines.\n```practice\nlist src\n```')

  it('runs the practice block first, then fills the answer from the last result', async () => {
    const [first] = callsIn(await collect(model, request([prompt], forced)))
    expect(first).toMatchObject({ name: 'list', args: { path: 'src' } })
    const messages = [
      prompt,
      assistantMessage(callPart('c', 'list', {})),
      toolMessage('c', 'list', '2 files\na.ts'),
    ]
    expect(callsIn(await collect(model, request(messages, forced)))).toEqual([
      {
        callId: 'practice_2',
        name: 'answer',
        args: { summary: '2 files\na.ts', files: ['2 files', 'a.ts'], count: 2 },
      },
    ])
  })

  it('takes JSON of the right kind as it is', async () => {
    const messages = [
      prompt,
      assistantMessage(callPart('c', 'list', {})),
      toolMessage('c', 'list', '{"summary":"s","x":1}'),
    ]
    expect(callsIn(await collect(model, request(messages, forced)))[0]?.args).toEqual({ summary: 's', x: 1 })
  })

  it('fills the answer from the prompt where there is no command', async () => {
    const [call] = callsIn(await collect(model, request([userMessage('Just think.')], forced)))
    expect(call).toMatchObject({ name: 'answer', args: { summary: 'Just think.' } })
  })

  it('ends once the answer was taken', async () => {
    const messages = [
      userMessage('Just think.'),
      assistantMessage(callPart('c', 'answer', {})),
      toolMessage('c', 'answer', 'ok'),
    ]
    const chunks = await collect(model, request(messages, forced))
    expect([callsIn(chunks), textIn(chunks)]).toEqual([[], 'The answer is handed over.'])
  })
})

describe('streaming', () => {
  it('writes as many words as it was asked for, and always the same', async () => {
    const write = async () => textIn(await collect(model, request([userMessage('stream 300 words')])))
    const text = await write()
    expect(text.split(/\s+/)).toHaveLength(300)
    expect(await write()).toBe(text)
  })

  it('counts', async () => {
    expect(textIn(await collect(model, request([userMessage('count to 12')])))).toBe(
      '1 2 3 4 5 6 7 8 9 10\n11 12',
    )
  })

  it('says its words once, before the call that follows', async () => {
    const { said, messages } = await play('say hello\nlist src', () => ({ text: 'a.ts' }))
    expect(messages[1]?.parts[0]).toMatchObject({ text: expect.stringContaining('hello') })
    expect(said).not.toContain('hello')
  })

  it('pauses between pieces and stops at once', async () => {
    const clock = createStoppedClock()
    const slow = createPracticeModel({ clock, pauseMs: 12 })
    const controller = new AbortController()
    const failing = collectFailure(slow, request([userMessage('stream 300 words')]), controller.signal)
    await Promise.resolve()
    controller.abort()
    const { chunks, error } = await failing
    expect([chunks.length < 3, error.code]).toEqual([true, 'cancelled'])
    expect(clock.waiting()).toEqual([])
  })

  it('cuts texts into pieces that are the text again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const pieces = [...wordPieces(text)]
        expect(pieces.join('')).toBe(text.trim() === '' ? '' : text)
        expect(pieces.some((piece) => /[\ud800-\udbff]$/.test(piece))).toBe(false)
        expect([...argumentPieces(text)].join('')).toBe(text)
      }),
    )
  })

  it('counts what it read and wrote', async () => {
    const usageWith = async (tools: ModelRequest['tools']) => {
      const asked = request([userMessage('say 你好 abcd')], { system: 'x'.repeat(40), tools })
      return (await collect(model, asked)).at(-1)
    }
    expect(await usageWith([])).toEqual({ t: 'end', stop: 'stop', usage: { input: 10 + 5, output: 4 } })
    const tool = { name: 'look', description: 'y'.repeat(400), schema: {} }
    expect(await usageWith([tool])).toMatchObject({ usage: { input: 10 + 5 + 111, output: 4 } })
  })
})
