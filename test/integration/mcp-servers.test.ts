import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { McpServer } from '#shared/mcp/server-config.ts'
import { startHttpServer } from '../support/mcp/http-server.ts'
import { callTool, openMcpRig, PROJECT, program } from '../support/mcp/mcp-rig.ts'

/** A second on an idle machine; starting Node takes most of it where other tests run too. */
const PATIENCE_MS = 3_000

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const named = (tools: Awaited<ReturnType<ReturnType<typeof openMcpRig>['tools']>>, name: string) =>
  tools.find((tool) => tool.name === name)

async function http() {
  const server = await startHttpServer()
  onTestFinished(() => server.close())
  return server
}

describe.each(['old-server', 'new-server'] as const)('a server of the official package: %s', (file) => {
  it('brings agents its tools, which answer', async () => {
    const rig = openMcpRig({ scripted: program(file) })
    const tools = await rig.tools()
    expect(tools.map(({ name }) => name)).toEqual(
      ['die', 'echo', 'fails', 'kinds', 'secret', 'steps', 'wait', 'write'].map(
        (name) => `mcp__scripted__${name}`,
      ),
    )
    const result = await callTool(named(tools, 'mcp__scripted__echo'), { text: '潮' })
    expect(result).toMatchObject({ text: 'echo: 潮', isError: false, details: { kind: 'mcp', tool: 'echo' } })
    const [listing] = (await rig.servers.list(null)).servers
    expect(listing).toMatchObject({
      calls: 1,
      errors: 0,
      tools: { offered: 8, all: 8 },
      health: { state: 'ready' },
      protocol: file === 'old-server' ? '2025-11-25' : '2026-07-28',
    })
  })

  it('reports the progress of a call', async () => {
    const rig = openMcpRig({ scripted: program(file) })
    const { text, progressed } = await callTool(named(await rig.tools(), 'mcp__scripted__steps'), {})
    expect([text, progressed]).toEqual(['done', 'step 1 (1 of 3)\nstep 2 (2 of 3)\nstep 3 (3 of 3)\n'])
  })

  it('says that it ended in the middle of a call, and is back within a second', async () => {
    const rig = openMcpRig({ scripted: program(file) })
    const tools = await rig.tools()
    const error = await callTool(named(tools, 'mcp__scripted__die'), {}).catch((each: unknown) => each)
    const began = performance.now()
    expect(String(error)).toContain(
      'The MCP server "scripted" ended while this call was running: It ended with exit code 3. It is being started again.',
    )
    const { text } = await callTool(named(tools, 'mcp__scripted__echo'), { text: 'again' })
    expect(text).toBe('echo: again')
    expect(performance.now() - began).toBeLessThan(PATIENCE_MS)
  })
})

describe('programs', () => {
  it('are not started while their tools are known, and start with the first call', async () => {
    const rig = openMcpRig({ scripted: program('old-server') })
    expect(rig.spawned()).toBe(0)
    await rig.servers.list(null)
    expect(rig.spawned()).toBe(0)
    const before = await rig.tools()
    rig.servers.stop()
    await expect.poll(() => rig.pids.some(isAlive)).toBe(false)
    const started = rig.pids.length
    const tools = await rig.tools()
    expect(tools.map(({ name }) => name)).toEqual(before.map(({ name }) => name))
    expect(rig.pids.length).toBe(started)
    await callTool(named(tools, 'mcp__scripted__echo'), { text: 'x' })
    expect(rig.pids.length).toBe(started + 1)
  })

  it('end when the app closes, and the keeper knows of each until then', async () => {
    const rig = openMcpRig({ scripted: program('old-server') })
    const tools = await rig.tools()
    const waiting = callTool(named(tools, 'mcp__scripted__wait'), {}).catch((error: unknown) => String(error))
    const lines = async () => (await rig.servers.details(null, 'user:scripted')).log.map(({ text }) => text)
    await expect.poll(lines).toContain('waiting')
    expect([rig.pids.length, rig.kept.size, rig.pids.every(isAlive)]).toEqual([1, 1, true])
    await rig.close()
    expect(rig.kept.size).toBe(0)
    // The parent, which is this process, still has to collect a program that ended.
    await expect.poll(() => rig.pids.some(isAlive)).toBe(false)
    expect(await waiting).toContain('ended while this call was running')
  })

  it('log their error output, and what they print besides messages', async () => {
    const rig = openMcpRig({ scripted: program('old-server') })
    await rig.tools()
    const { log } = await rig.servers.details(null, 'user:scripted')
    expect(log.map(({ from, text }) => `${from}: ${text}`)).toEqual([
      'stderr: scripted server is here',
      'app: Connected, protocol 2025-11-25.',
    ])
  })

  it('keep secrets of their environment out of the log', async () => {
    const rig = openMcpRig({
      a: McpServer.parse({ command: '/bin/sh', args: ['-c', 'echo tide-secret >&2; exit 1'] }),
    })
    expect(await rig.tools()).toEqual([])
    const { log } = await rig.servers.details(null, 'user:a')
    expect(log.map(({ text }) => text)).toContain('[hidden]')
  })

  it('say why they could not be started', async () => {
    const rig = openMcpRig({ gone: McpServer.parse({ command: '/no/such/program' }) })
    expect(await rig.tools()).toEqual([])
    const [listing] = (await rig.servers.list(null)).servers
    expect(listing?.health).toMatchObject({ state: 'failed', retryAt: null })
    expect(listing?.health.state === 'failed' && listing.health.reason).toContain('ENOENT')
  })
})

describe('calls', () => {
  it('take every kind of content to the transcript and the model', async () => {
    const rig = openMcpRig({ scripted: program('old-server') })
    const result = await callTool(named(await rig.tools(), 'mcp__scripted__kinds'), {})
    expect(result.text.split('\n\n')).toEqual([
      'some words',
      '[a file (image/png) is attached]',
      '[a file (audio/wav) is attached]',
      '[resource note://1]\na note',
      '[link to a resource: note://2 (second note, text/plain)]',
      '{\n  "total": 5\n}',
    ])
    expect(result.files?.map(({ mime }) => mime)).toEqual(['image/png', 'audio/wav'])
  })

  it('count failures, which the model reads', async () => {
    const rig = openMcpRig({ scripted: program('old-server') })
    const result = await callTool(named(await rig.tools(), 'mcp__scripted__fails'), {})
    expect(result).toMatchObject({ isError: true, text: 'there is no such table' })
    const [listing] = (await rig.servers.list(null)).servers
    expect([listing?.calls, listing?.errors]).toEqual([1, 1])
  })

  it('stop with the run, and the server goes on', async () => {
    const rig = openMcpRig({ scripted: program('old-server') })
    const tools = await rig.tools()
    const controller = new AbortController()
    const waiting = callTool(named(tools, 'mcp__scripted__wait'), {}, { signal: controller.signal })
    setTimeout(() => controller.abort(), 50)
    await expect(waiting).rejects.toThrow()
    expect((await callTool(named(tools, 'mcp__scripted__echo'), { text: 'on' })).text).toBe('echo: on')
    expect(rig.pids.length).toBe(1)
  })

  it('end when nothing is heard of them for as long as the server may take', async () => {
    const rig = openMcpRig({ scripted: { ...program('old-server'), timeout: 0.3 } })
    await expect(callTool(named(await rig.tools(), 'mcp__scripted__wait'), {})).rejects.toThrow('timed out')
  })

  it('are refused while their arguments are of the wrong kind', async () => {
    const rig = openMcpRig({ scripted: program('old-server') })
    const opened = named(await rig.tools(), 'mcp__scripted__echo')?.open({ text: 7 })
    expect(opened).toMatchObject({ ok: false })
  })

  it('go to no server that was switched off since', async () => {
    const rig = openMcpRig({ scripted: program('old-server') })
    const tools = await rig.tools()
    await rig.servers.turn(null, 'user:scripted', false)
    await expect(callTool(named(tools, 'mcp__scripted__echo'), { text: 'x' })).rejects.toThrow('switched off')
    expect(await rig.tools()).toEqual([])
    await expect.poll(() => rig.pids.some(isAlive)).toBe(false)
  })
})

describe('addresses', () => {
  it('are reached over streamable HTTP', async () => {
    const { port, seen } = await http()
    const rig = openMcpRig({ web: McpServer.parse({ url: `http://127.0.0.1:${port}/mcp` }) })
    expect((await callTool(named(await rig.tools(), 'mcp__web__echo'), { text: 'x' })).text).toBe('echo: x')
    expect(seen.every(({ path }) => path === '/mcp')).toBe(true)
  })

  it('are reached over the old event stream, where it is named or nothing else is known', async () => {
    const { port } = await http()
    const url = `http://127.0.0.1:${port}/sse`
    const rig = openMcpRig({
      named: McpServer.parse({ url, transport: 'sse' }),
      found: McpServer.parse({ url }),
    })
    const tools = await rig.tools()
    expect((await callTool(named(tools, 'mcp__named__echo'), { text: 'a' })).text).toBe('echo: a')
    expect((await callTool(named(tools, 'mcp__found__echo'), { text: 'b' })).text).toBe('echo: b')
  })

  it('are connected anew after the server has forgotten the session', async () => {
    const server = await http()
    const rig = openMcpRig({ web: McpServer.parse({ url: `http://127.0.0.1:${server.port}/mcp` }) })
    const tools = await rig.tools()
    server.forget()
    await expect(callTool(named(tools, 'mcp__web__echo'), { text: 'x' })).rejects.toThrow(
      'ended while this call',
    )
    expect((await callTool(named(tools, 'mcp__web__echo'), { text: 'y' })).text).toBe('echo: y')
  })

  it('show that they are down, and come back by themselves', async () => {
    const server = await http()
    const rig = openMcpRig({ web: McpServer.parse({ url: `http://127.0.0.1:${server.port}/mcp` }) })
    const tools = await rig.tools()
    await server.close()
    await expect(callTool(named(tools, 'mcp__web__echo'), { text: 'x' })).rejects.toThrow(
      'ended while this call',
    )
    expect(await rig.health()).not.toEqual([['web', 'ready']])
    const again = await startHttpServer(server.port)
    onTestFinished(() => again.close())
    await expect.poll(() => rig.health(), { timeout: 5_000 }).toEqual([['web', 'ready']])
  })
})

it('forgets what was known of a server whose configuration changes', async () => {
  const rig = openMcpRig({ scripted: program('old-server') })
  await rig.tools()
  await rig.servers.markReadOnly(null, 'user:scripted', 'echo', true)
  const file = join(rig.home, 'started')
  rig.reconfigure({ scripted: { ...program('old-server'), env: { MCP_STARTED_FILE: file } } })
  await rig.tools()
  await expect.poll(() => rig.pids.filter(isAlive).length).toBe(1)
  expect(readFileSync(file, 'utf8').trim()).toBe(String(rig.pids.at(-1)))
})

describe('a server of a project', () => {
  const key = `${PROJECT}:scripted`
  const listed = async (rig: ReturnType<typeof openMcpRig>) => {
    const [listing] = (await rig.servers.list(PROJECT)).servers
    if (listing === undefined) throw new Error('It is not listed.')
    return listing
  }

  it('does not start before the person trusts it, and asks again when it changed', async () => {
    const rig = openMcpRig({ scripted: program('old-server') }, { source: 'file' })
    expect([await rig.tools(), (await listed(rig)).health]).toEqual([[], { state: 'untrusted' }])
    await expect(rig.servers.restart(PROJECT, key, new AbortController().signal)).rejects.toThrow(
      'not trusted',
    )
    expect(rig.pids).toEqual([])
    await rig.servers.trust(PROJECT, key, (await listed(rig)).digest)
    expect((await rig.tools()).length).toBe(8)

    rig.reconfigure({
      scripted: { ...program('old-server'), args: [...(program('old-server').args ?? []), 'more'] },
    })
    expect([await rig.tools(), (await listed(rig)).changed]).toEqual([[], true])
    await expect.poll(() => rig.pids.some(isAlive)).toBe(false)
  })

  it('is trusted as it was shown, and not as it is meanwhile', async () => {
    const rig = openMcpRig({ scripted: program('old-server') }, { source: 'project' })
    const { digest } = await listed(rig)
    rig.reconfigure({ scripted: { ...program('old-server'), env: { PATH: '/tmp' } } })
    await expect(rig.servers.trust(PROJECT, key, digest)).rejects.toThrow('has changed')
    expect(await rig.tools()).toEqual([])
  })

  it('ends when the person takes the trust back, or does not trust the project', async () => {
    let distrusts = false
    const rig = openMcpRig(
      { scripted: program('old-server') },
      { source: 'local', distrusts: () => distrusts },
    )
    await rig.servers.trust(PROJECT, key, (await listed(rig)).digest)
    const tools = await rig.tools()
    distrusts = true
    expect([await rig.tools(), (await listed(rig)).health]).toEqual([[], { state: 'untrusted' }])
    await expect(callTool(named(tools, 'mcp__scripted__echo'), { text: 'x' })).rejects.toThrow(
      'switched off or changed',
    )
    await expect.poll(() => rig.pids.some(isAlive)).toBe(false)
    distrusts = false
    expect((await rig.tools()).length).toBe(8)
    await rig.servers.trust(PROJECT, key, null)
    expect(await rig.tools()).toEqual([])
  })

  it('keeps the mark of a tool that only reads as long as the tool is described the same way', async () => {
    const rig = openMcpRig({ scripted: program('old-server') })
    await rig.tools()
    await rig.servers.markReadOnly(null, 'user:scripted', 'echo', true)
    const marked = async () =>
      (await rig.servers.details(null, 'user:scripted')).tools
        .filter(({ readOnly }) => readOnly)
        .map(({ name }) => name)
    expect(await marked()).toEqual(['echo'])
    const listing = rig.rows.listing('user:scripted', (await rig.servers.list(null)).servers[0]?.digest ?? '')
    if (listing === null) throw new Error('Its tools are not known.')
    const tools = listing.tools.map((tool) =>
      tool.name === 'echo' ? { ...tool, description: 'Deletes.' } : tool,
    )
    rig.rows.list('user:scripted', (await rig.servers.list(null)).servers[0]?.digest ?? '', {
      ...listing,
      tools,
    })
    expect(await marked()).toEqual([])
  })
})
