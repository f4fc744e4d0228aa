import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { ShellPort } from '../../src/main/app-port.ts'
import type { RunResult } from '../../src/main/cli/run-output.ts'
import { homePaths } from '../../src/main/config/paths.ts'
import { openHeadless } from '../../src/main/headless.ts'
import { type BuiltCommandLine, buildCommandLine, openCommandRoom } from '../support/hosts/command-line.ts'
import { NO_INDEX } from '../support/rigs/knowledge/no-index.ts'

const CALLER = { windowId: 1 }
let built: BuiltCommandLine

beforeAll(async () => {
  built = await buildCommandLine()
}, 120_000)
afterAll(() => built.remove())

/** A room whose home an app with a window holds. */
async function withWindow(shell: Partial<ShellPort> = {}) {
  const room = await openCommandRoom(built)
  const files = {
    scriptWorker: NO_INDEX,
    indexWorker: NO_INDEX,
    walWorker: NO_INDEX,
    homeWorker: NO_INDEX,
    pageReader: NO_INDEX,
    workflows: resolve('resources/workflows'),
  }
  const home = room.at('home')
  const app = await openHeadless({ home, files, send: () => {}, holder: 'window', shell })
  onTestFinished(app.close)
  return { room, app, home, paths: homePaths(home) }
}

const resultIn = (out: string): RunResult => JSON.parse(out) as RunResult

it('runs in the open window, where the chat then is', async () => {
  const { room, app } = await withWindow()
  const { code, out, err } = await room.run(['run', '-p', 'say Hello', '--output', 'json'])
  expect([code, err, resultIn(out).text]).toEqual([0, '', 'Hello'])
  const [project] = await app.handlers['project.list']({}, CALLER)
  const { sessions } = await app.handlers['session.list'](
    { projectId: project?.id ?? '', limit: 5 } as never,
    CALLER,
  )
  expect(sessions.map(({ id }) => id)).toEqual([resultIn(out).sessionId])
})

it('denies what only a person can answer, allows by rule, exports to the named file', async () => {
  const { room } = await withWindow()
  const denied = await room.run(['run', '-p', 'run touch made', '--output', 'json'])
  expect([denied.code, resultIn(denied.out).denials[0]?.detail]).toEqual([3, 'touch made'])
  expect((await room.run(['run', '-p', 'run touch made', '--allow', 'bash(touch *)'])).code).toBe(0)
  expect((await stat(room.at('project/made'))).size).toBe(0)
  expect((await room.run(['export', '--file', 'chat.md'])).code).toBe(0)
  expect((await stat(room.at('project/chat.md'))).size).toBeGreaterThan(20)
})

it('leaves the mode of a chat alone while a run is active in it', async () => {
  const { room, app } = await withWindow()
  const { child, ended } = room.start(['run', '-p', 'stream 20000 words', '--output', 'stream-json'])
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
  const [project] = await app.handlers['project.list']({}, CALLER)
  const asked = { projectId: project?.id ?? '', limit: 5 } as never
  const [chat] = (await app.handlers['session.list'](asked, CALLER)).sessions
  const update = async () =>
    app.handlers['session.update'](
      { sessionId: chat?.id ?? '', changes: { permissionMode: 'bypass' } } as never,
      { ...CALLER, isCommandLine: true },
    )
  await expect(update()).rejects.toThrow('still running')
  child.kill('SIGINT')
  await ended
})

it('installs, updates, switches and removes plugins of the open window, which asks', async () => {
  const asked: string[] = []
  let agrees = false
  const { room, app } = await withWindow({
    confirmInFront: async ({ title, detail }) => {
      asked.push(`${title}\n${detail}`)
      return agrees
    },
  })
  await room.put('source/.claude-plugin/plugin.json', '{"name":"tides","version":"1.0.0"}')
  await room.put('source/commands/level.md', 'Name the level: !`date`\n')
  const plugins = (...words: readonly string[]) => room.run(['plugins', ...words])
  const listed = async () =>
    (await app.handlers['plugins.list']({}, CALLER)).plugins.map(({ name, state }) => `${name} ${state}`)
  const shown = await plugins('install', room.at('source'))
  expect([shown.code, shown.out]).toEqual([3, expect.stringContaining('starts command level : date')])
  expect(asked).toEqual([])
  const refused = await plugins('install', room.at('source'), '--yes')
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('did not confirm it')])
  expect(asked).toEqual([expect.stringMatching(/^Install the plugin tides\?\n[\s\S]*Starts level: date/)])
  expect(await listed()).toEqual([])
  agrees = true
  expect((await plugins('install', room.at('source'), '--yes')).code).toBe(0)
  expect(await listed()).toEqual(['tides on'])
  await room.put('source/commands/high.md', 'Name the high: !`uptime`\n')
  expect((await plugins('update', 'tides')).code).toBe(3)
  expect((await plugins('update', 'tides', '--yes')).out).toContain('asks for further rights')
  agrees = false
  // Its hooks may restrict agents, one of which could be asking.
  for (const verb of ['disable', 'remove']) expect((await plugins(verb, 'tides')).code).toBe(1)
  expect(await listed()).toEqual(['tides on'])
  agrees = true
  await plugins('disable', 'tides')
  expect(await listed()).toEqual(['tides off'])
  await plugins('enable', 'tides')
  expect([await listed(), asked.at(-1)]).toEqual([['tides on'], expect.stringMatching(/^Switch on/)])
  await plugins('remove', 'tides')
  expect([await listed(), asked.length]).toEqual([[], 8])
}, 60_000)

it.skipIf(process.platform !== 'linux')('asks at a terminal before a plugin is installed', async () => {
  const room = await openCommandRoom(built)
  await room.put('source/.claude-plugin/plugin.json', '{"name":"tides","version":"1.0.0"}')
  const words = ['plugins', 'install', room.at('source')]
  const refused = await room.typed(words, { until: '[y/N]', answer: 'n\n' })
  expect([refused.code, refused.out]).toEqual([3, expect.stringContaining('Nothing was installed')])
  expect((await room.typed(words, { until: '[y/N]', answer: '\u0003' })).code).toBe(3)
  const agreed = await room.typed(words, { until: '[y/N]', answer: 'y\n' })
  expect([agreed.code, agreed.out]).toEqual([0, expect.stringContaining('tides is installed.')])
})

it('refuses limits for slash commands, which would not hold them', async () => {
  const { room } = await withWindow()
  const { code, err } = await room.run(['run', '-p', '/goal tidy up', '--max-usd', '1'])
  expect(code).toBe(1)
  expect(err).toContain('hold for messages, not for slash commands')
})

it('stops the run in the window on Ctrl+C', async () => {
  const { room, app } = await withWindow()
  const { child, ended } = room.start(['run', '-p', 'stream 20000 words', '--output', 'stream-json'])
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
  child.kill('SIGINT')
  expect((await ended).code).toBe(130)
  await app.idle()
})

it('lists, follows and stops a chat that runs in the window', async () => {
  const { room, app } = await withWindow()
  const { child, ended } = room.start(['run', '-p', 'stream 20000 words', '--output', 'stream-json'])
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
  const [row] = JSON.parse((await room.run(['ps', '--output', 'json'])).out) as {
    id: string
    state: string
  }[]
  expect(row).toMatchObject({ kind: 'chat', state: 'running', project: room.at('project') })
  const followed = room.start(['attach', row?.id ?? ''])
  const left = room.start(['attach', 'stream 20000', '--output', 'stream-json'])
  await new Promise<void>((resolve) => left.child.stdout.once('data', () => resolve()))
  left.child.kill('SIGINT')
  expect((await left.ended).code).toBe(130)
  expect((await room.run(['stop', row?.id ?? ''])).code).toBe(0)
  await ended
  expect((await followed.ended).code).toBe(0)
  expect((await room.run(['ps'])).out).toBe('')
  expect((await room.run(['stop', row?.id ?? ''])).err).toContain('is not running')
  expect((await room.run(['attach'])).code).toBe(2)
  await app.idle()
  expect((await room.run(['logs', '--chat', row?.id ?? ''])).out).toContain('run')
  expect((await room.run(['logs', '--chat', '../../config'])).code).toBe(2)
})

/** Plays a window with a running chat that breaks down once it was asked for what waits. */
async function brokenWindow(paths: ReturnType<typeof homePaths>): Promise<void> {
  const run = { runId: 'run_1', status: 'running', kind: 'chat', createdAt: 1 }
  const answers: Readonly<Record<string, unknown>> = {
    'project.list': [{ id: 'prj_1', path: '/sea' }],
    'session.list': { sessions: [{ id: 'ses_1', title: 'Tides', updatedAt: 1, state: 'running' }] },
    'session.attach': { folds: { session: null, runs: { run } }, cursor: { seq: 1 }, path: [], inflight: [] },
    'inbox.list': [],
  }
  const take = (socket: Socket, { id, call }: { readonly id?: number; readonly call?: string }) => {
    if (call === undefined) return void socket.write('{"ready":true}\n')
    socket.write(`${JSON.stringify({ id, ok: true, value: answers[call] ?? null })}\n`)
    if (call === 'inbox.list') socket.end()
  }
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.setEncoding('utf8')
    socket.write(`${JSON.stringify({ orrery: 1, challenge: 'a'.repeat(48) })}\n`)
    socket.on('data', (piece: string) => {
      for (const line of piece.trim().split('\n')) take(socket, JSON.parse(line))
    })
  })
  await mkdir(paths.callers, { recursive: true })
  await new Promise<void>((done) => server.listen(paths.socket, done))
  onTestFinished(() => void server.close())
}

it('fails when the window ends while a chat is followed', async () => {
  const room = await openCommandRoom(built)
  await brokenWindow(homePaths(room.at('home')))
  const { code, err } = await room.run(['attach', 'Tides'])
  expect([code, err.trim()]).toEqual([1, 'The Orrery window that this command used has closed.'])
})

it('logs how windows follow chats, without a word of the chats', async () => {
  const { room, app, paths } = await withWindow()
  app.windowOpened(CALLER.windowId)
  const { out } = await room.run(['run', '-p', 'say Tidewater', '--output', 'json'])
  const sessionId = resultIn(out).sessionId ?? ''
  const attach = async () => app.handlers['session.attach']({ sessionId, tail: 5 } as never, CALLER)
  await attach()
  await attach()
  await app.close()
  const text = await readFile(paths.attachLog, 'utf8')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly message: string; readonly data: Record<string, unknown> })
  const own = lines.filter(({ data }) => data['windowId'] === CALLER.windowId)
  expect(own.map(({ message }) => message)).toEqual(['Page opened', 'Attached', 'Resynced'])
  expect(own[1]?.data).toMatchObject({ sessionId, seq: expect.any(Number) })
  const caller = lines.filter(({ data }) => data['windowId'] !== CALLER.windowId)
  expect(caller.map(({ message }) => message)).toEqual([
    'Page opened',
    'Attached',
    ...caller.slice(2, -2).map(() => 'Resynced'),
    'Detached',
    'Window closed',
  ])
  expect(text).not.toContain('Tidewater')
})

it('needs a window that is closed for safe mode and for MCP servers of its own', async () => {
  const { room } = await withWindow()
  const run = (...words: readonly string[]) => room.run(['run', '-p', 'say x', ...words])
  expect(await run('--safe-mode')).toMatchObject({ code: 2 })
  const { code, err } = await run('--mcp-config', '{"sea":{"command":"node"}}')
  expect([code, err]).toEqual([
    2,
    '--mcp-config needs a process of its own. Close the Orrery window first.\n',
  ])
})

/** Speaks with the socket as a program would that knows the protocol. */
async function speak(socket: string, prove: (challenge: string) => Promise<void>, lines: readonly object[]) {
  const peer = connect(socket)
  onTestFinished(() => void peer.destroy())
  peer.setEncoding('utf8')
  peer.on('error', () => {})
  const heard: Record<string, unknown>[] = []
  let text = ''
  const closed = new Promise<void>((done) => peer.once('close', () => done()))
  const answered = new Promise<void>((done) => {
    peer.on('data', async (piece: string) => {
      text += piece
      const all = text.split('\n')
      text = all.pop() ?? ''
      for (const line of all) {
        const value = JSON.parse(line) as Record<string, unknown>
        heard.push(value)
        if (typeof value['challenge'] === 'string') {
          await prove(value['challenge'])
          peer.write('{"proof":true}\n')
        }
        if (value['ready'] === true) for (const each of lines) peer.write(`${JSON.stringify(each)}\n`)
        if (heard.filter((each) => 'id' in each).length === lines.length && lines.length > 0) done()
      }
    })
  })
  await Promise.race([answered, closed])
  return heard
}

it('is a socket for its user alone, who has to prove it', async () => {
  const { paths } = await withWindow()
  expect((await stat(paths.socket)).mode & 0o777).toBe(0o600)
  expect((await stat(paths.callers)).mode & 0o777).toBe(0o700)
  const call = { id: 1, call: 'project.list', request: {} }
  const proved = await speak(paths.socket, (challenge) => writeFile(join(paths.callers, challenge), ''), [
    call,
  ])
  expect(proved.at(-1)).toEqual({ id: 1, ok: true, value: [] })
  const unproved = await speak(paths.socket, async () => {}, [call])
  expect(unproved.some((line) => 'ready' in line || 'id' in line)).toBe(false)
  const asFolder = await speak(
    paths.socket,
    async (challenge) => void (await mkdir(join(paths.callers, challenge))),
    [call],
  )
  expect(asFolder.some((line) => 'ready' in line)).toBe(false)
})

it('refuses secrets, settings and approvals, whatever a caller sends', async () => {
  const { paths } = await withWindow()
  const calls = [
    { call: 'vault.reveal', request: { name: 'key' } },
    { call: 'settings.set', request: { permissionMode: 'bypass' } },
    { call: 'project.trust', request: { projectId: 'prj_00000001', trusted: true } },
    {
      call: 'interaction.answer',
      request: {
        sessionId: 'ses_00000001',
        requestId: 'req_00000001',
        outcome: 'approved',
        remember: { scope: 'project' },
      },
    },
    { call: 'constructor', request: {} },
  ].map((each, id) => ({ id, ...each }))
  const heard = await speak(paths.socket, (challenge) => writeFile(join(paths.callers, challenge), ''), calls)
  const answers = heard.filter((line) => 'id' in line)
  expect(answers).toHaveLength(calls.length)
  expect(answers).toEqual(
    calls.map(() =>
      expect.objectContaining({ ok: false, error: expect.objectContaining({ code: 'ipc.refused' }) }),
    ),
  )
})
