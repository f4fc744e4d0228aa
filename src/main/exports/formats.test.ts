import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { call, createHistory } from '../../../test/support/data/history.ts'
import { sessionFiles } from '../../../test/support/data/session-files.ts'
import { createRedactor } from '../lib/redact.ts'
import { fileNameOf } from './file-name.ts'
import { conversationOf } from './formats/conversation.ts'
import { escapeHtml, htmlOf } from './formats/html.ts'
import { fenced, markdownOf, withFencesClosed } from './formats/markdown.ts'
import { createRedaction } from './redaction.ts'
import { exportWords } from './words.ts'

function story() {
  const history = createHistory()
  history.user('Show <b>me</b> & "it"')
  history.answer('Here:\n```ts\nconst a = 1', {
    t: 'tool_call',
    callId: 'c1',
    name: 'read',
    args: { path: 'a' },
  })
  history.result('c1', 'text with ```` four ticks\n</pre><script>alert(1)</script>')
  history.answer('Done.')
  return conversationOf(history.path, NO_AGENTS)
}
const words = exportWords('en')
const NO_AGENTS = () => null

describe('a chat as Markdown', () => {
  it('folds calls with their results and closes every code block', () => {
    const text = markdownOf('A\nchat', story(), words)
    expect(text.replace(/ · [\d: -]+/g, '')).toBe(
      [
        '# A chat',
        '## You',
        'Show <b>me</b> & "it"',
        '## Assistant',
        'Here:\n```ts\nconst a = 1\n```',
        '<details>\n<summary>read</summary>',
        '```json\n{\n  "path": "a"\n}\n```',
        'Result:',
        '`````text\ntext with ```` four ticks\n</pre><script>alert(1)</script>\n`````',
        '</details>',
        '## Assistant',
        'Done.\n',
      ].join('\n\n'),
    )
  })

  it('has a fence around any text that nothing in the text can end', () => {
    const ticks = fc.string({ unit: fc.constantFrom('`', '~', '\n', 'a', ' ') })
    fc.assert(
      fc.property(ticks, (text) => {
        const [fence = '', ...rest] = fenced(text, '').split('\n')
        expect(rest.findIndex((line) => line.trim().startsWith(fence))).toBe(rest.length - 1)
      }),
    )
  })

  it('leaves a text alone whose blocks are closed', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', '~', '\n', 'a') }), (text) => {
        const closed = withFencesClosed(text)
        expect(withFencesClosed(closed)).toBe(closed)
      }),
    )
  })
})

describe('a chat as a page', () => {
  it('has no element that was not meant, whatever was said', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('<', '>', '"', "'", '&', 'script', 'img onerror=', '`', 'a'),
    })
    fc.assert(
      fc.property(hostile, (text) => {
        const history = createHistory()
        history.user(`x${text}`)
        const page = htmlOf({
          title: text,
          entries: conversationOf(history.path, NO_AGENTS),
          words,
          pictures: new Map(),
        })
        expect(page.match(/<script|<img/g)).toBeNull()
        expect(page).toContain(escapeHtml(`x${text}`))
      }),
    )
  })

  it('needs nothing from outside and follows the theme of the reader', () => {
    const page = htmlOf({ title: 'A chat', entries: story(), words, pictures: new Map() })
    expect(page).toContain("default-src 'none'")
    expect(page).toContain('prefers-color-scheme: dark')
    expect(page).not.toMatch(/https?:|src=|@import|<script/)
    expect(page).toContain('&lt;script&gt;alert(1)')
  })
})

describe('secrets in an exported chat', () => {
  it('are hidden and counted: those that are known, that look like one, and that stand under such a name', () => {
    const redactor = createRedactor()
    redactor.add('correct horse battery')
    const redaction = createRedaction(redactor)
    const data = redaction.data({
      text: 'It is correct horse battery, and sk-abcdefghijklmnop1234.',
      args: { password: 'hunter2', deep: [{ note: 'nothing here' }] },
    })
    expect(data).toEqual({
      text: 'It is [secret], and [secret].',
      args: { password: '[secret]', deep: [{ note: 'nothing here' }] },
    })
    expect(redaction.count()).toBe(3)
  })

  it('take the signature over their words along, and no other', () => {
    const redaction = createRedaction(createRedactor())
    const replay = { provider: 'p', data: 'signed' }
    expect(
      redaction.data([
        { t: 'reasoning', text: 'sk-abcdefghijklmnop1234', replay },
        { t: 'reasoning', text: 'plain', replay },
      ]),
    ).toEqual([
      { t: 'reasoning', text: '[secret]' },
      { t: 'reasoning', text: 'plain', replay },
    ])
  })

  it('leave data without secrets as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const redaction = createRedaction({ text: (text) => text, data: (data) => data })
        expect(redaction.data(value)).toEqual(value)
        expect(redaction.count()).toBe(0)
      }),
    )
  })

  it('are hidden in the file, also in a long output', async () => {
    const { newId, bus, blobs, exporting, file } = sessionFiles()
    const sessionId = newId('session')
    const contextId = newId('context')
    const outputBlob = await blobs.putText('token sk-abcdefghijklmnop1234')
    const meta = {
      title: 'T',
      projectId: null,
      model: 'test/scripted',
      thinking: 'off' as const,
      archived: false,
      permissionMode: 'ask' as const,
      activeContextId: contextId,
    }
    const tool = { callId: 'c', name: 'bash', isError: false, durationMs: 1, outputBlob }
    bus.publish(sessionId, [
      {
        kind: 'session.created',
        payload: { kind: 'chat', cwd: '/', projectId: null, deviceId: newId('device'), meta },
      },
      {
        kind: 'context.status',
        payload: { contextId, agentId: 'build', status: 'created', mode: 'fresh', personaHash: '' },
      },
      { kind: 'message', contextId, payload: { message: { role: 'tool', parts: [], tool } } },
    ])
    const report = await exporting.write(sessionId, { format: 'jsonl', redact: true }, file('a.jsonl'))
    const lines = (await readFile(file('a.jsonl'), 'utf8')).trimEnd().split('\n')
    const blob = JSON.parse(lines[1] ?? '') as { base64: string }
    expect(Buffer.from(blob.base64, 'base64').toString()).toBe('token [secret]')
    expect(report).toEqual({
      fileName: 'a.jsonl',
      messages: 1,
      secrets: 1,
      leftOut: 0,
      agents: 0,
      agentsLeft: 0,
    })
  })
})

describe('the name of the file', () => {
  it.each([
    ['Fix the tests', 'Fix the tests.md'],
    ['a/b\\c: "d"?', 'a b c d.md'],
    ['  ..hidden. ', 'hidden.md'],
    ['CON', 'chat CON.md'],
    ['', 'chat.md'],
    ['发票 的 导出', '发票 的 导出.md'],
    ['../../etc/passwd', 'etc passwd.md'],
    ['x'.repeat(300), `${'x'.repeat(80)}.md`],
  ])('of %j is %j', (title, name) => {
    expect(fileNameOf(title, 'markdown')).toBe(name)
  })
})

describe('what stands beside a conversation', () => {
  /** A question that is left out, and one for which an agent worked, which had one of its own. */
  const told = () => {
    const history = createHistory()
    const first = history.user('An old question')
    history.answer('An old answer')
    history.user('Look into it')
    history.answer(call('c1'))
    history.result('c1', 'Two findings.')
    history.append('exchange.snipped', { first })
    const agent = createHistory()
    agent.user('Find <i>all</i> of them')
    agent.answer('I ask another.', call('c2'))
    const below = createHistory()
    below.answer('The deepest finding')
    const named = new Map([
      ['c1', { title: 'Finder <b>', path: agent.path }],
      ['c2', { title: 'Below', path: below.path }],
    ])
    return conversationOf(history.path, (_runId, callId) => named.get(callId) ?? null)
  }

  it('is what its agents said, at the calls that started them, and what is left out', () => {
    const text = markdownOf('Chat', told(), words)
    expect(text).toContain('<summary>What the agent said: Finder &lt;b&gt;</summary>')
    expect(text).toMatch(
      /What the agent said: Below.*The deepest finding.*<\/details>.*<\/details>.*<\/details>/s,
    )
    expect(text.match(/\*Left out of what the model reads\*/g)).toHaveLength(2)
    expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length)
  })

  it('is folded in a page, and escaped', () => {
    const page = htmlOf({ title: 'Chat', entries: told(), words, pictures: new Map() })
    expect(page).toContain('<summary>What the agent said: Finder &lt;b&gt;</summary><article class="user">')
    expect(page).toContain('Find &lt;i&gt;all&lt;/i&gt; of them')
    expect(page.match(/class="(user|assistant) out"/g)).toHaveLength(2)
    expect(page.match(/<article/g)?.length).toBe(page.match(/<\/article>/g)?.length)
  })

  it('tells each agent once, though a file says that all of them have started one another', () => {
    const agents = Array.from({ length: 30 }, (_, index) => ({
      title: `agent ${index}`,
      path: createHistory(),
    }))
    const calls = agents.map(({ title }) => call(title))
    for (const { path } of agents) path.answer('I go on', ...calls)
    const named = new Map(agents.map(({ title, path }) => [title, { title, path: path.path }]))
    const chat = createHistory()
    chat.answer(...calls)
    const text = markdownOf(
      'Chat',
      conversationOf(chat.path, (_runId, callId) => named.get(callId) ?? null),
      words,
    )
    expect(text.match(/What the agent said: agent \d+/g)).toHaveLength(30)
  })
})
