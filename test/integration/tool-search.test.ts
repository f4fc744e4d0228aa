import { describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import { processInside } from '../support/mcp/mcp-rig.ts'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { linesOf, messagesOf, tellChats } from '../support/stories/chat-story.ts'
import { startManyServers } from '../support/tool-search/many-servers.ts'
import { MANY_TOOLS } from '../support/tool-search/many-tools.ts'

const work: Script[] = []
const story = tellChats({
  respond: ({ body }) => {
    const { tools } = body as { tools?: readonly object[] }
    return tools === undefined ? textScript('The gist.') : (work.shift() ?? textScript('Done.'))
  },
})

type Asked = {
  readonly messages: readonly { readonly content: unknown; readonly tool_calls?: unknown }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
}
const asked = () => story.asked() as unknown as Asked[]
const withTools = () => asked().filter(({ tools }) => tools !== undefined)
const names = ({ tools = [] }: Asked) => tools.map(({ function: { name } }) => name)

const through = (name: string, args: object) =>
  callScript([{ name: 'call_tool', args: { name, arguments: args } }])
const ISSUE = { owner: 'ann', repo: 'tide', title: 'It floods' }

const mcpInside = () => {
  const inside = processInside()
  return { ...inside, post: (message: unknown) => inside.post(message as Parameters<typeof inside.post>[0]) }
}

/** The app with the servers of the fixture. */
async function chatsWith({ config = '', contextWindow = 200_000, tools = MANY_TOOLS } = {}) {
  const servers = await startManyServers(tools)
  const model = modelTable('model', story.server().baseUrl, { contextWindow })
  const chats = await story.start(`${PLAIN_TITLES}${model}\n${servers.config}\n${config}`, {
    shell: { spawnMcp: mcpInside },
  })
  const lines = async (sessionId: SessionId) => linesOf((await chats.look(sessionId)).path)
  return { ...chats, ...servers, lines }
}

describe('200 tools of 10 servers', () => {
  it('cost a first request of at most 20 KB, which names the servers and the tools that clearly fit', async () => {
    const { say } = await chatsWith()
    await say('Give the customer a refund for this charge.')
    const [first] = withTools()
    expect(
      Buffer.byteLength(JSON.stringify({ messages: first?.messages, tools: first?.tools })),
    ).toBeLessThanOrEqual(20_480)
    expect(first && names(first).filter((name) => name.startsWith('mcp__'))).toEqual([])
    const words = JSON.stringify(first?.messages)
    expect(words).toContain('mcp__cluster__… (20): ')
    expect(words).toContain('mcp__payments__refund_charge')
  })

  it('are named between turns too, once, where the last line of the agent clearly needs them', async () => {
    const { say, lines } = await chatsWith()
    work.push(textScript('It floods.\n\nShall I give the customer a refund for this charge?'))
    const sessionId = await say('Look around.')
    const hints = async () => (await lines(sessionId)).filter((line) => line.startsWith('tool-hint: '))
    expect(await hints()).toEqual([])
    await say('Yes, go on.', sessionId)
    expect(await hints()).toMatchObject([expect.stringContaining('mcp__payments__refund_charge')])
    work.push(textScript('I give the customer a refund for this charge.'))
    await say('Again.', sessionId)
    await say('And again.', sessionId)
    expect(await hints()).toHaveLength(1)
  })

  it('are found, described and called, and rules, cards and the log see the tool that was called', async () => {
    const { say, calls, look } = await chatsWith()
    work.push(
      callScript([{ name: 'search_tools', args: { query: 'open an issue in a repository' } }]),
      through('mcp__codehost__create_issue', ISSUE),
    )
    const sessionId = await say('Note that it floods.')
    expect(calls).toEqual([{ server: 'codehost', name: 'create_issue', args: ISSUE }])
    const { path } = await look(sessionId)
    const made = messagesOf(path).flatMap(toolCallsOf)
    expect(made.map(({ name, args, via }) => ({ name, args, via }))).toEqual([
      { name: 'search_tools', args: { query: 'open an issue in a repository' }, via: undefined },
      { name: 'mcp__codehost__create_issue', args: ISSUE, via: 'call_tool' },
    ])
    const results = messagesOf(path).flatMap(({ tool }) => (tool === undefined ? [] : [tool]))
    expect(results.map(({ name, isError }) => [name, isError])).toEqual([
      ['search_tools', false],
      ['mcp__codehost__create_issue', false],
    ])
    expect(results[0]?.details).toMatchObject({ kind: 'tools' })
    expect(JSON.stringify(results[0]?.details)).toContain('mcp__codehost__create_issue')
    // What the model reads of its own call is a call of a tool in its list.
    const last = JSON.stringify(withTools().at(-1)?.messages)
    expect(last).toContain('"name":"call_tool"')
    expect(last).not.toContain('"name":"mcp__codehost__create_issue"')
  })

  it('can be called by their own names, and a wrong name gets near ones', async () => {
    const { say, calls, lines } = await chatsWith()
    work.push(
      callScript([{ name: 'mcp__codehost__create_issue', args: ISSUE }]),
      through('mcp__codehost__create_isue', ISSUE),
      through('create_issue', ISSUE),
      through('call_tool', { name: 'bash', arguments: {} }),
      through('read', { path: 'nothing.txt' }),
    )
    const said = (await lines(await say('Note that it floods.'))).filter((line) => line.startsWith('tool: '))
    expect(calls).toHaveLength(1)
    expect(said[1]).toContain('Did you mean `mcp__codehost__create_issue`')
    expect(said[2]).toContain('Did you mean `mcp__codehost__create_issue`')
    expect(said[3]).toContain('`call_tool` cannot call itself')
    expect(said[4]).toContain('nothing.txt')
  })

  it('are refused by call_tool where a rule or plan mode refuses them, and asked for where they are asked for', async () => {
    const { say, calls, handlers, caller, look, app } = await chatsWith({
      config: '[[permissions]]\ntool = "mcp__codehost__create_issue"\naction = "deny"\n',
    })
    work.push(through('mcp__codehost__create_issue', ISSUE))
    const sessionId = await say('Note that it floods.')
    const change = (permissionMode: 'plan' | 'ask') =>
      handlers['session.update']({ sessionId, changes: { permissionMode } }, caller)
    await change('plan')
    work.push(through('mcp__mail__send_email', { to: 'a', subject: 'b', body: 'c' }))
    await say('Send it.', sessionId)
    expect(calls).toEqual([])
    const results = messagesOf((await look(sessionId)).path).flatMap(({ tool }) => (tool ? [tool] : []))
    expect(results.map(({ name, synthetic, refusedBy }) => [name, synthetic, refusedBy])).toEqual([
      ['mcp__codehost__create_issue', 'denied', 'rule'],
      ['mcp__mail__send_email', 'denied', 'plan_mode'],
    ])
    await change('ask')
    work.push(through('mcp__mail__send_email', { to: 'a', subject: 'b', body: 'c' }))
    await handlers['session.send']({ target: { to: 'session', sessionId }, text: 'Now.', images: [] }, caller)
    const asks = async () => Object.values<Interaction>((await look(sessionId)).folds.interactions)
    await expect.poll(async () => (await asks()).length).toBe(1)
    const [card] = await asks()
    expect(card).toMatchObject({ tool: 'mcp__mail__send_email', args: { to: 'a' }, preview: { kind: 'mcp' } })
    const requestId = card?.requestId
    if (requestId === undefined) throw new Error('Nothing was asked.')
    await handlers['interaction.answer'](
      { sessionId, requestId, outcome: 'denied', remember: { scope: 'once' } },
      caller,
    )
    await app.idle()
    expect(calls).toEqual([])
  })
})

describe('the tool list of a session', () => {
  it('stays the same to the byte over tool rounds, modes, servers that go and come, jobs and a summary', async () => {
    const { say, handlers, caller, app, lines } = await chatsWith()
    work.push(
      callScript([{ name: 'search_tools', args: { query: 'select:mcp__mail__send_email' } }]),
      callScript([{ name: 'bash', args: { command: 'sleep 30', background: true } }]),
    )
    const sessionId = await say('Look around.')
    const change = (permissionMode: 'plan' | 'bypass') =>
      handlers['session.update']({ sessionId, changes: { permissionMode } }, caller)
    await change('plan')
    await say('Plan.', sessionId)
    await change('bypass')
    await handlers['mcp.turn']({ projectId: null, key: 'user:mail', on: false }, caller)
    await say('And now?', sessionId)
    await handlers['mcp.turn']({ projectId: null, key: 'user:mail', on: true }, caller)
    await say('And now?', sessionId)
    await handlers['session.compact']({ sessionId }, caller)
    await app.idle()
    await say('Start a workflow with many agents.', sessionId)
    const lists = withTools().map(({ tools }) => JSON.stringify(tools))
    expect(lists.length).toBeGreaterThan(5)
    expect(new Set(lists).size).toBe(1)

    const said = (await lines(sessionId)).filter((line) => line.startsWith('tool-delta: '))
    expect(said[0]).toContain('mcp__mail__… (20): ')
    expect(said.some((line) => line.includes('`job`\nReads, waits for or stops a program'))).toBe(true)
    expect(said.some((line) => line.includes('are gone and cannot be called: mcp__mail__'))).toBe(true)
    expect(said.filter((line) => line.includes('mcp__mail__… (20): '))).toHaveLength(2)
    // What a summary left out is told again, with what was found before it.
    expect(said.filter((line) => line.includes('mcp__calendar__… (20): '))).toHaveLength(2)
    expect(said.some((line) => line.includes('found before') && line.includes('mcp__mail__send_email'))).toBe(
      true,
    )
    expect(said.at(-1)).toContain('`workflow`')
  })

  it('holds the few tools of a small server, and keeps them when the server goes', async () => {
    const few = MANY_TOOLS.filter(({ server }) => server === 'ditu').slice(0, 3)
    const { say, handlers, caller, lines, calls } = await chatsWith({ tools: few })
    work.push(callScript([{ name: 'mcp__ditu__maps_geo', args: { address: '北京' } }]))
    const sessionId = await say('Where is it?')
    expect(calls).toHaveLength(1)
    await handlers['mcp.turn']({ projectId: null, key: 'user:ditu', on: false }, caller)
    work.push(callScript([{ name: 'mcp__ditu__maps_geo', args: { address: '北京' } }]))
    await say('And now?', sessionId)
    expect(calls).toHaveLength(1)
    const lists = withTools().map(({ tools }) => JSON.stringify(tools))
    expect(new Set(lists).size).toBe(1)
    expect(withTools().map(names)[0]).toContain('mcp__ditu__maps_geo')
    const said = await lines(sessionId)
    expect(said.find((line) => line.startsWith('tool-delta: '))).toContain('are gone and cannot be called')
  })

  it.each([
    ['off', true, false],
    ['on', false, true],
    ['auto:100', true, true],
  ])('follows the setting: search = "%s"', async (search, isInline, searches) => {
    const { say } = await chatsWith({ config: `[tools]\nsearch = "${search}"\n` })
    await say('Look around.')
    const list = withTools().map(names)[0] ?? []
    expect(list.includes('mcp__mail__send_email')).toBe(isInline)
    expect(list.includes('call_tool')).toBe(searches)
  })

  it('has no search in a small window', async () => {
    const { say } = await chatsWith({ contextWindow: 32_000 })
    await say('Look around.')
    expect(withTools().map(names)[0]).not.toContain('search_tools')
  })
})
