import { open as openFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { Message } from '#shared/session/message.ts'
import { textOf, toolCallsOf } from '#shared/session/message-words.ts'
import { PLACE, sessionFiles } from '../../../test/support/data/session-files.ts'

const alive = () => AbortSignal.timeout(60_000)

/** Imports lines and tells the chat that came of them. */
async function imported(lines: readonly unknown[], encode = (text: string): string | Buffer => text) {
  const rig = sessionFiles()
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  await writeFile(rig.file('their chat.jsonl'), encode(text))
  const report = await rig.importing.read(rig.file('their chat.jsonl'), PLACE, alive())
  const events = rig.reader.eventsAfter(report.sessionId, 0)
  const messages = events.flatMap((event) => (event.kind === 'message' ? [event.payload.message] : []))
  return { ...rig, report, events, messages, told: messages.map(inShort) }
}

function inShort(message: Message): string {
  const calls = toolCallsOf(message).map(({ name, callId }) => ` ${name}#${callId}`)
  const from = message.tool === undefined ? '' : ` ${message.tool.name}#${message.tool.callId}`
  return `${message.role}${from}: ${textOf(message)}${calls.join('')}`
}

type More = { readonly parent?: string | null; readonly [key: string]: unknown }

/** A line as Claude Code writes them, in the shape its readers agree on. */
function claude(type: string, uuid: string, content: unknown, { parent = null, ...more }: More = {}) {
  const message = {
    role: type,
    content,
    ...(type === 'assistant' ? { model: 'claude-sonnet', id: uuid } : {}),
  }
  return {
    type,
    uuid,
    parentUuid: parent,
    sessionId: 's',
    timestamp: '2025-03-01T10:00:00.000Z',
    message,
    ...more,
  }
}
const use = (id: string, name = 'Read') => [{ type: 'tool_use', id, name, input: { path: 'a.ts' } }]
const result = (id: string, content: unknown = 'found') => [{ type: 'tool_result', tool_use_id: id, content }]

describe('a transcript of Claude Code', () => {
  it('becomes a chat, in the order of its chain', async () => {
    const { told, report, events, store } = await imported([
      { type: 'summary', summary: 'Tides of the harbour', leafUuid: 'd' },
      { type: 'file-history-snapshot', messageId: 'x', snapshot: {} },
      claude('user', 'a', 'When is the tide?'),
      claude('assistant', 'b', [{ type: 'thinking', thinking: 'Hm.', signature: 's' }, ...use('t1')], {
        parent: 'a',
      }),
      claude('user', 'c', result('t1', [{ type: 'text', text: 'At noon' }]), { parent: 'b' }),
      claude('assistant', 'd', [{ type: 'text', text: 'At noon.' }], { parent: 'c' }),
    ])
    expect(told).toEqual([
      'user: When is the tide?',
      'assistant:  Read#t1',
      'tool Read#t1: At noon',
      'assistant: At noon.',
    ])
    expect(report).toMatchObject({
      source: 'claude-code',
      messages: 4,
      skipped: 1,
      closedCalls: 0,
      cut: false,
    })
    const { session } = store.folds(report.sessionId)
    expect(session?.meta).toMatchObject({ title: 'Tides of the harbour', permissionMode: 'ask' })
    expect(events.find((event) => event.kind === 'message')?.ts).toBe(Date.parse('2025-03-01T10:00:00.000Z'))
  })

  it('is told by the branch it ended on, without the work of other agents', async () => {
    const { told, report } = await imported([
      claude('user', 'a', 'First'),
      claude('assistant', 'b', 'Dropped', { parent: 'a' }),
      claude('user', 's', 'Side', { parent: null, isSidechain: true }),
      claude('assistant', 'c', 'Kept', { parent: 'a' }),
    ])
    expect(told).toEqual(['user: First', 'assistant: Kept'])
    expect(report.skipped).toBe(2)
  })

  it('puts answers in pieces together again, with calls made at once and their results', async () => {
    const { told, report } = await imported([
      claude('user', 'a', 'Both'),
      claude('assistant', 'b', [{ type: 'text', text: 'Looking.' }], { parent: 'a' }),
      {
        ...claude('assistant', 'c', use('t1'), { parent: 'b' }),
        message: { role: 'assistant', id: 'b', content: use('t1') },
      },
      {
        ...claude('assistant', 'd', use('t2'), { parent: 'c' }),
        message: { role: 'assistant', id: 'b', content: use('t2') },
      },
      claude('user', 'r1', result('t1', 'one'), { parent: 'c' }),
      claude('user', 'r2', result('t2', 'two'), { parent: 'd' }),
      claude('assistant', 'e', 'Done', { parent: 'r2' }),
    ])
    expect(told).toEqual([
      'user: Both',
      'assistant: Looking. Read#t1 Read#t2',
      'tool Read#t1: one',
      'tool Read#t2: two',
      'assistant: Done',
    ])
    expect(report.closedCalls).toBe(0)
  })

  it('ends where its chain goes in a circle or breaks, and repeats no line', async () => {
    const circle = await imported([
      claude('user', 'a', 'One', { parent: 'c' }),
      claude('assistant', 'b', 'Two', { parent: 'a' }),
      claude('assistant', 'b', 'Two again', { parent: 'a' }),
      claude('user', 'c', 'Three', { parent: 'b' }),
    ])
    expect(circle.told).toEqual(['user: One', 'assistant: Two', 'user: Three'])
    const broken = await imported([claude('user', 'z', 'Last', { parent: 'gone' })])
    expect(broken.told).toEqual(['user: Last'])
  })

  it('gets a result for a call that has none, and loses a result without a call', async () => {
    const { messages, report } = await imported([
      claude('user', 'a', 'Go'),
      claude('assistant', 'b', use('t1', 'Bash'), { parent: 'a' }),
      claude('user', 'c', result('t9', 'nobody asked'), { parent: 'b' }),
    ])
    expect(report.closedCalls).toBe(1)
    expect(messages.map(({ role, tool }) => [role, tool?.synthetic])).toEqual([
      ['user', undefined],
      ['assistant', undefined],
      ['tool', 'interrupted'],
    ])
  })
})

const at = '2025-03-01T10:00:00Z'
const item = (payload: unknown) => ({ timestamp: at, type: 'response_item', payload })
const said = (role: string, text: string) =>
  item({ type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] })

describe('a transcript of Codex', () => {
  const HEAD = { timestamp: at, type: 'session_meta', payload: { id: 'x', cwd: '/', cli_version: '1' } }

  it('becomes a chat, without what repeats it', async () => {
    const { told, report, messages } = await imported([
      HEAD,
      { timestamp: at, type: 'turn_context', payload: { model: 'gpt-x' } },
      said('user', '<environment_context>\n<cwd>/</cwd>\n</environment_context>'),
      said('user', 'List the files'),
      { timestamp: at, type: 'event_msg', payload: { type: 'user_message', message: 'List the files' } },
      item({
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: 'Use ls.' }],
        encrypted_content: 'x',
      }),
      item({ type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c1' }),
      item({
        type: 'function_call_output',
        call_id: 'c1',
        output: '{"output":"a.ts\\n","metadata":{"exit_code":1,"duration_seconds":0.1}}',
      }),
      said('assistant', 'There is one.'),
    ])
    expect(told).toEqual([
      'user: List the files',
      'assistant:  shell#c1',
      'tool shell#c1: a.ts\n',
      'assistant: There is one.',
    ])
    expect(report).toMatchObject({ source: 'codex', messages: 4, skipped: 0, asides: 1 })
    expect(messages[1]).toMatchObject({
      model: 'openai/gpt-x',
      parts: [{ t: 'reasoning', text: 'Use ls.' }, { args: { command: ['ls'] } }],
    })
    expect(messages[2]?.tool?.isError).toBe(true)
  })

  it('is read in its older form, without an envelope', async () => {
    const { told } = await imported([
      { id: 'x', timestamp: at, instructions: null },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] },
    ])
    expect(told).toEqual(['user: Hi', 'assistant: Hello'])
  })

  it('passes over lines it does not know, and keeps arguments that are no JSON', async () => {
    const { told, report, messages } = await imported([
      HEAD,
      'not json at all',
      item({ type: 'from_tomorrow' }),
      item({ type: 'function_call', name: 'shell', arguments: '{"cut', call_id: 'c1' }),
    ])
    expect(told).toHaveLength(2)
    expect(report).toMatchObject({ skipped: 2, closedCalls: 1 })
    expect(toolCallsOf(messages[0] as Message)[0]?.args).toEqual({ arguments: '{"cut' })
  })
})

describe('the file of a transcript', () => {
  const lines = [claude('user', 'a', 'Ünï 中文'), claude('assistant', 'b', 'Yes', { parent: 'a' })]
  const told = ['user: Ünï 中文', 'assistant: Yes']

  it.each<[string, (text: string) => Buffer]>([
    ['a mark at its beginning', (text) => Buffer.from(`\ufeff${text}`, 'utf8')],
    ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 the other way round', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['the line ends of Windows', (text) => Buffer.from(text.replaceAll('\n', '\r\n'), 'utf8')],
  ])('may have %s', async (_what, encode) => {
    expect((await imported(lines, encode)).told).toEqual(told)
  })

  it('may have a line in another encoding, which is counted and left', async () => {
    const latin = (text: string) =>
      Buffer.concat([Buffer.from(`${text}\n{"type":"user","uuid":"`), Buffer.from([0xe9, 0xff])])
    const { report, ...rest } = await imported(lines, latin)
    expect([rest.told, report.skipped]).toEqual([told, 1])
  })

  it('may be a hundred megabytes, most of it in one line', async () => {
    const { importing, file } = sessionFiles()
    const target = await openFile(file('large.jsonl'), 'w')
    await target.write(`${JSON.stringify(lines[0])}\n{"type":"user","uuid":"long","text":"`)
    const block = 'x'.repeat(1024 * 1024)
    for (let index = 0; index < 100; index += 1) await target.write(block)
    await target.write(`"}\n${JSON.stringify(lines[1])}\n`)
    await target.close()
    const report = await importing.read(file('large.jsonl'), PLACE, alive())
    expect(report).toMatchObject({ messages: 2, skipped: 1 })
  }, 60_000)

  it('is left alone once the app closes', async () => {
    const { importing, file, reader } = sessionFiles()
    await writeFile(file('chat.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'))
    const closed = AbortSignal.abort(new Error('closed'))
    await expect(importing.read(file('chat.jsonl'), PLACE, closed)).rejects.toThrow('closed')
    expect(reader.sessionIds()).toEqual([])
  })

  it('is asked for again when it is not there', async () => {
    const { importing, file } = sessionFiles()
    await expect(importing.read(file('none.jsonl'), PLACE, alive())).rejects.toThrow(
      'could not be read (ENOENT)',
    )
  })
})
