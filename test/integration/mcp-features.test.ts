import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readSelfTest, SELF_CHECKS } from '#shared/mcp/self-test.ts'
import { McpServer } from '#shared/mcp/server-config.ts'
import type { SamplingAsk, ToolContext } from '../../src/main/tools/tool.ts'
import { callTool, never, openMcpRig, program } from '../support/mcp/mcp-rig.ts'

const { resolve } = createRequire(import.meta.url)
const packaged = (name: string, options: Partial<McpServer> = {}): McpServer =>
  McpServer.parse({
    command: process.execPath,
    args: [resolve(`@modelcontextprotocol/${name}/dist/index.js`)],
    ...options,
  })

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'orrery roots 项目 ')))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  writeFileSync(join(made, 'tide.txt'), 'high at nine\n')
  return made
}

const named = async (rig: ReturnType<typeof openMcpRig>, name: string) =>
  (await rig.tools()).find((tool) => tool.name === name)

describe('sampling', () => {
  const TOOL = 'mcp__all__trigger-sampling-request'
  const ask = { prompt: 'When is high tide?', maxTokens: 50 }

  it('is not offered to a server until the person switches it on', async () => {
    const rig = openMcpRig({ all: packaged('server-everything') })
    expect(await named(rig, TOOL)).toBeUndefined()
  })

  it('passes the whole request on, and counts the tokens of the server', async () => {
    const rig = openMcpRig({ all: packaged('server-everything', { sampling: true }) })
    const asked: SamplingAsk[] = []
    const sample: ToolContext['sample'] = async (request) => {
      asked.push(request)
      return { answer: { action: 'sampled', text: 'At nine.', model: 'Test' }, tokens: 42 }
    }
    const { text } = await callTool(await named(rig, TOOL), ask, { sample })
    expect(text).toContain('At nine.')
    expect(asked).toEqual([
      {
        server: 'all',
        system: 'You are a helpful test server.',
        messages: [{ role: 'user', text: expect.stringContaining('When is high tide?') }],
        maxTokens: 50,
        mostTokens: 200_000,
      },
    ])
    const { servers } = await rig.servers.list(null)
    expect(servers.map(({ permits, sampledTokens }) => [permits, sampledTokens])).toEqual([
      [['sampling'], 42],
    ])
  })

  it('ends at the limit of the server', async () => {
    const rig = openMcpRig({ all: packaged('server-everything', { sampling: true, samplingTokens: 60 }) })
    const lefts: number[] = []
    const sample: ToolContext['sample'] = async ({ maxTokens, mostTokens }) => {
      lefts.push(maxTokens, mostTokens)
      return { answer: { action: 'sampled', text: 'At nine.', model: 'Test' }, tokens: 30 }
    }
    const call = async () => callTool(await named(rig, TOOL), ask, { sample })
    await call()
    await call()
    expect(lefts).toEqual([50, 60, 30, 30])
    expect((await call()).text).toContain('The limit of 60 tokens a day is used up.')
    expect(lefts).toHaveLength(4)
  })

  it('returns the refusal of the person to the server', async () => {
    const rig = openMcpRig({ all: packaged('server-everything', { sampling: true }) })
    const sample: ToolContext['sample'] = async () => ({
      answer: { action: 'refused', reason: 'The person did not allow the request.' },
      tokens: 0,
    })
    const { text } = await callTool(await named(rig, TOOL), ask, { sample })
    expect(text).toContain('The person did not allow the request.')
  })
})

describe('roots', () => {
  it('are unknown to a server until the person switches them on', async () => {
    const rig = openMcpRig({ all: packaged('server-everything') })
    expect(await named(rig, 'mcp__all__get-roots-list')).toBeUndefined()
  })

  it('are the folder of the project that a call is for', async () => {
    const rig = openMcpRig({ all: packaged('server-everything', { roots: true }) })
    const [one, two] = [folder(), folder()]
    const listed = async (root: string) =>
      (await callTool(await named(rig, 'mcp__all__get-roots-list'), {}, { root })).text
    for (const root of [one, two]) {
      const text = await listed(root)
      expect(text).toContain(pathToFileURL(root).href)
      expect(text).toContain(basename(root))
    }
    expect(await listed(two)).not.toContain(pathToFileURL(one).href)
  })

  it('let a server list other tools in each folder, and the lists stay apart', async () => {
    const rig = openMcpRig({ places: { ...program('folder-server'), roots: true } })
    const [one, two] = [folder(), folder()]
    const names = async (root: string) => (await rig.tools(never(), root)).map(({ name }) => name)
    const namesOf = (root: string) => ['mcp__places__always', `mcp__places__read_${basename(root).slice(-6)}`]
    expect(await names(one)).toEqual(namesOf(one))
    expect(await names(two)).toEqual(namesOf(two))
    const before = await rig.tools(never(), one)
    expect(before.map(({ name }) => name)).toEqual(namesOf(one))
    expect((await rig.tools(never(), one)).map((tool, at) => tool === before[at])).toEqual([true, true])
    expect((await callTool(before[1], {}, { root: one })).text).toContain(basename(one).slice(-6))
    expect(rig.kept.size).toBe(2)
  })

  it('do not mix in calls of two projects at the same time', async () => {
    const rig = openMcpRig({ files: packaged('server-filesystem', { roots: true }) })
    const places = [folder(), folder()]
    const tool = await named(rig, 'mcp__files__read_text_file')
    const read = (path: string, root: string) => callTool(tool, { path: join(path, 'tide.txt') }, { root })
    const tries = Array.from({ length: 5 }, () =>
      places.flatMap((path) => places.map(async (root) => [path === root, await read(path, root)] as const)),
    )
    for (const [isOwn, { text, isError }] of await Promise.all(tries.flat())) {
      expect(isError).toBe(!isOwn)
      expect(text.includes('high at nine')).toBe(isOwn)
    }
  })

  it('end the server that was idle longest beyond six folders, and nothing of a removed one stays', async () => {
    const rig = openMcpRig({ all: packaged('server-everything', { roots: true }) })
    const tool = await named(rig, 'mcp__all__get-roots-list')
    const places = Array.from({ length: 8 }, folder)
    for (const root of places) {
      expect((await callTool(tool, {}, { root })).text).toContain(pathToFileURL(root).href)
    }
    await expect.poll(() => rig.kept.size).toBe(6)
    expect((await callTool(tool, {}, { root: places[0] ?? '' })).text).toContain(basename(places[0] ?? ''))
    rig.servers.forget('user:all')
    await expect.poll(() => rig.kept.size).toBe(0)
  })

  it('need no server of their own for a project where they are off', async () => {
    const rig = openMcpRig({ all: packaged('server-everything') })
    const tool = await named(rig, 'mcp__all__echo')
    for (const root of [folder(), folder()]) await callTool(tool, { message: 'tide' }, { root })
    expect(rig.pids).toHaveLength(1)
  })

  it('let the file server of the official packages read in the project only', async () => {
    const rig = openMcpRig({ files: packaged('server-filesystem', { roots: true }) })
    const [one, two] = [folder(), folder()]
    const tool = await named(rig, 'mcp__files__read_text_file')
    const read = (path: string, root: string) => callTool(tool, { path: join(path, 'tide.txt') }, { root })
    expect((await read(one, one)).text).toContain('high at nine')
    expect((await read(one, two)).isError).toBe(true)
    expect((await read(two, two)).text).toContain('high at nine')
  })
})

describe('tasks', () => {
  it('run a call of the official test server, with progress and the result', async () => {
    const rig = openMcpRig({ all: packaged('server-everything') })
    const tool = await named(rig, 'mcp__all__simulate-research-query')
    const { text, progressed } = await callTool(tool, { topic: 'tides' })
    expect(text).toContain('tides')
    expect(progressed).not.toBe('')
  })

  it('are cancelled with the call', async () => {
    const rig = openMcpRig({ tide: program('task-server') })
    const stop = new AbortController()
    const tool = await named(rig, 'mcp__tide__slow')
    const call = callTool(tool, {}, { signal: stop.signal })
    await expect
      .poll(() => rig.messages.all('user:tide').some(({ method }) => method === 'tasks/get'))
      .toBe(true)
    stop.abort()
    await expect(call).rejects.toThrow()
    const state = await named(rig, 'mcp__tide__state')
    await expect.poll(async () => (await callTool(state, {})).text).toBe('cancelled')
  })
})

describe('the self-test', () => {
  async function tested(config: McpServer) {
    const rig = openMcpRig({ tide: config })
    await rig.tools()
    const place = { projectId: null, key: 'user:tide' }
    const id = await rig.servers.tryRequest(place, { what: 'self-test' }, async () => null, never())
    await expect.poll(() => rig.servers.trial(id)?.state, { timeout: 20_000 }).toBe('done')
    return readSelfTest(rig.servers.trial(id)?.text ?? '') ?? []
  }
  const states = (checks: Awaited<ReturnType<typeof tested>>) =>
    Object.fromEntries(checks.map(({ name, state }) => [name, state]))

  it.each(['old-content-server', 'new-content-server'] as const)('passes for %s', async (file) => {
    const found = states(await tested(program(file)))
    expect(Object.keys(found)).toEqual([...SELF_CHECKS])
    expect(Object.entries(found).filter(([, state]) => state === 'failed')).toEqual([])
    expect(found).toMatchObject({ initialize: 'passed', unknownMethod: 'passed', resources: 'passed' })
  })

  it('shows what a server that breaks the protocol sent', async () => {
    const found = await tested(program('loose-server'))
    expect(states(found)).toEqual({
      initialize: 'passed',
      ping: 'passed',
      unknownMethod: 'failed',
      tools: 'failed',
      schemas: 'failed',
      unknownTool: 'failed',
      resources: 'skipped',
      prompts: 'failed',
      cancel: 'passed',
    })
    const of = (name: string) => found.find((check) => check.name === name)
    expect(of('unknownMethod')?.reason).toBe('The server answered a method that does not exist.')
    expect(of('unknownMethod')?.sent).toContain('"anything": true')
    expect(of('tools')?.reason).toBe('Listed twice: one.')
    expect(of('schemas')?.reason).toBe('one: "required" names "depth", which is no property.')
    expect(of('prompts')?.reason).toBe('The pages of the list do not end.')
  })
})
