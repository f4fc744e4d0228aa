import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readRecording } from '#shared/mcp/recording.ts'
import { McpServer } from '#shared/mcp/server-config.ts'
import type { Traffic } from '../../src/main/mcp/messages.ts'
import { type BuiltCommandLine, buildCommandLine, openCommandRoom } from '../support/hosts/command-line.ts'
import { startHttpServer } from '../support/mcp/http-server.ts'
import { callTool, never, openMcpRig, program } from '../support/mcp/mcp-rig.ts'

const KEY = 'user:tide'
const ALL = { sender: null, method: null, failedOnly: false, text: '' } as const

let built: BuiltCommandLine
beforeAll(async () => {
  built = await buildCommandLine()
}, 60_000)
afterAll(() => built.remove())

type Rig = ReturnType<typeof openMcpRig>
const tool = async (rig: Rig, name: string) =>
  (await rig.tools()).find((each) => each.name === `mcp__tide__${name}`)
const stored = async (rig: Rig, filter: Partial<Record<keyof typeof ALL, unknown>> = {}) =>
  (await rig.servers.messages(null, KEY, { ...ALL, ...filter } as typeof ALL, null)).rows
const methods = async (rig: Rig, filter: Partial<Record<keyof typeof ALL, unknown>> = {}) =>
  (await stored(rig, filter)).map(({ kind, method }) => `${kind} ${method}`)

/** Waits until the answer to a call is stored, and returns its row. */
async function answerOf(rig: Rig, text: string) {
  const found = async () =>
    (await stored(rig, { text })).find(({ kind, method }) => kind === 'answer' && method === 'tools/call')
  await expect.poll(found).toBeDefined()
  return (await found())?.id ?? 0
}

describe.each(['old-server', 'new-server'] as const)('the messages of %s', (file) => {
  it('are stored with time, size and duration, and an answer is found with its request', async () => {
    const rig = openMcpRig({ tide: program(file) })
    await callTool(await tool(rig, 'echo'), { text: 'high water' })
    const id = await answerOf(rig, 'echo: high water')
    const pair = await rig.servers.message(null, KEY, id)
    expect(pair?.message).toMatchObject({ sender: 'server', summary: 'echo: high water', failed: false })
    expect(pair?.message.tookMs).toBeGreaterThanOrEqual(0)
    expect(pair?.message.size).toBeGreaterThan(40)
    expect(pair?.other).toMatchObject({ sender: 'client', kind: 'request', method: 'tools/call' })
    expect(JSON.parse(pair?.other?.body ?? '')).toMatchObject({
      method: 'tools/call',
      params: { name: 'echo', arguments: { text: 'high water' } },
    })
    expect(await methods(rig)).toContain(
      file === 'old-server' ? 'request initialize' : 'request server/discover',
    )
  })

  it('are filtered by sender, method, failure and text', async () => {
    const rig = openMcpRig({ tide: program(file) })
    await callTool(await tool(rig, 'fails'), {})
    await callTool(await tool(rig, 'steps'), {})
    await answerOf(rig, 'done')
    const failed = await methods(rig, { failedOnly: true, method: 'tools/call' })
    expect(failed).toEqual(['answer tools/call'])
    expect(new Set((await stored(rig, { sender: 'server' })).map(({ sender }) => sender))).toEqual(
      new Set(['server']),
    )
    expect(await methods(rig, { text: 'STEP 2' })).toEqual(['notification notifications/progress'])
    expect(await methods(rig, { method: 'tools/list' })).toEqual(['answer tools/list', 'request tools/list'])
  })

  it('hold no secret', async () => {
    const env = { TOKEN: 'tide-secret' }
    const rig = openMcpRig({ tide: { ...program(file), env } })
    await callTool(await tool(rig, 'secret'), {})
    const id = await answerOf(rig, 'TOKEN=')
    await callTool(await tool(rig, 'echo'), { text: 'tide-secret', password: 'hunter22' })
    await answerOf(rig, 'echo: ')
    const { text } = await rig.servers.recording(null, KEY)
    expect(text).toContain('TOKEN=[secret]')
    expect(text).not.toContain('tide-secret')
    expect(text).not.toContain('hunter22')
    expect(JSON.stringify(await rig.servers.message(null, KEY, id))).not.toContain('tide-secret')
  })

  it('answer a client again when they are replayed as a server', async () => {
    const rig = openMcpRig({ tide: program(file) })
    await callTool(await tool(rig, 'echo'), { text: 'one' })
    await callTool(await tool(rig, 'steps'), {})
    await answerOf(rig, 'done')
    const recording = join(rig.home, 'tide.mcp.jsonl')
    writeFileSync(recording, (await rig.servers.recording(null, KEY)).text)
    const fake = openMcpRig({
      tide: McpServer.parse({
        command: process.execPath,
        args: [built.script, 'mcp', 'replay', recording],
      }),
    })
    expect((await fake.tools()).map(({ name }) => name)).toEqual((await rig.tools()).map(({ name }) => name))
    expect((await callTool(await tool(fake, 'echo'), { text: 'one' })).text).toBe('echo: one')
    const steps = await callTool(await tool(fake, 'steps'), {})
    expect([steps.text, steps.progressed]).toEqual([
      'done',
      'step 1 (1 of 3)\nstep 2 (2 of 3)\nstep 3 (3 of 3)\n',
    ])
    await expect(callTool(await tool(fake, 'echo'), { text: 'never recorded' })).rejects.toThrow(
      'The recording has no answer to this request: tools/call.',
    )
    const [listing] = (await fake.servers.list(null)).servers
    expect(listing?.protocol).toBe(file === 'old-server' ? '2025-11-25' : '2026-07-28')
  })

  it('are sent by hand, with progress, a result and a stop', async () => {
    const rig = openMcpRig({ tide: program(file) })
    await rig.tools()
    const allow = async () => null
    const send = (
      name: string,
      args: Record<string, unknown>,
      refusedBy: () => Promise<string | null> = allow,
    ) =>
      rig.servers.tryRequest(
        { projectId: null, key: KEY },
        { what: 'call', tool: name, args },
        refusedBy,
        never(),
      )
    const steps = await send('steps', {})
    await expect.poll(() => rig.servers.trial(steps)?.state).toBe('done')
    expect(rig.servers.trial(steps)).toMatchObject({ progress: expect.stringContaining('step 3 (3 of 3)') })
    expect(rig.servers.trial(steps)?.text).toContain('"done"')
    const fails = await send('fails', {})
    await expect.poll(() => rig.servers.trial(fails)?.state).toBe('failed')
    const waits = await send('wait', {})
    rig.servers.stopTrial(waits)
    await expect.poll(() => rig.servers.trial(waits)?.state).toBe('stopped')
    await expect(send('echo', { text: 7 })).rejects.toThrow('text')
    await expect(send('none', {})).rejects.toThrow('has no tool “none”')
    await expect(send('echo', { text: 'x' }, async () => 'A rule refuses it.')).rejects.toThrow(
      'A rule refuses it.',
    )
    await rig.servers.turn(null, KEY, false)
    await expect(send('echo', { text: 'x' })).rejects.toThrow('switched off')
  })
})

it('keeps a bounded number of messages for each server, and forgets them with the server', async () => {
  const rig = openMcpRig({ tide: program('old-server'), other: program('old-server') })
  await rig.tools()
  const big = { ...EMPTY, body: JSON.stringify({ text: 'x'.repeat(100_000) }) }
  rig.messages.add(
    KEY,
    Array.from({ length: 100 }, () => big),
  )
  const bytes = () => rig.messages.all(KEY).reduce((sum, { body }) => sum + (body?.length ?? 0), 0)
  expect(bytes()).toBeLessThanOrEqual(4 * 1024 * 1024)
  rig.messages.add(
    KEY,
    Array.from({ length: 1_500 }, () => EMPTY),
  )
  expect(rig.messages.all(KEY).length).toBe(1_000)
  expect(rig.messages.all('user:other').length).toBeGreaterThan(0)
  rig.servers.forget(KEY)
  expect(rig.messages.all(KEY)).toEqual([])
})

const EMPTY: Traffic = {
  at: 1,
  exchange: null,
  summary: '',
  size: 2,
  tookMs: null,
  failed: false,
  body: '{}',
  sender: 'server',
  kind: 'notification',
  method: 'notifications/x',
}

it('counts a flood of messages instead of storing it', async () => {
  const rig = openMcpRig({ tide: program('hostile-server', 'notifies') })
  await callTool(await tool(rig, 'go'), {})
  const dropped = async () => (await stored(rig, {})).filter(({ kind }) => kind === 'dropped')
  await expect.poll(async () => (await dropped()).length, { timeout: 5_000 }).toBeGreaterThan(0)
  expect(rig.messages.all(KEY).length).toBeLessThanOrEqual(1_000)
})

it('lists the requests of HTTP with their status, without headers', async () => {
  const server = await startHttpServer()
  onTestFinished(() => server.close())
  const rig = openMcpRig({
    tide: McpServer.parse({
      url: `http://127.0.0.1:${server.port}/mcp`,
      headers: { Authorization: 'Bearer vault:tide' },
    }),
  })
  await rig.tools()
  const posts = async () => (await stored(rig)).filter(({ kind }) => kind === 'http')
  await expect.poll(async () => (await posts()).length).toBeGreaterThan(1)
  expect(await posts()).toContainEqual(expect.objectContaining({ method: 'POST /mcp', summary: '200' }))
  expect(JSON.stringify(rig.messages.all(KEY))).not.toContain('vault:tide')
})

it('reads no broken recording', () => {
  expect(readRecording('')).toBeNull()
  expect(readRecording('{"orrery":"mcp-recording"}')).toBeNull()
  expect(readRecording('no JSON')).toBeNull()
})

it('replays nothing but recordings', async () => {
  const room = await openCommandRoom(built)
  const other = await room.put('project/other.txt', 'no recording')
  expect(await room.run(['mcp', 'replay', other])).toMatchObject({
    code: 2,
    err: expect.stringContaining('is not a recording of an MCP server'),
  })
  expect((await room.run(['mcp', 'replay', '/none'])).err).toContain('cannot be read')
})
