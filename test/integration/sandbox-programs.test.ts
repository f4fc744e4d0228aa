import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { RequestId } from '#shared/ids.ts'
import type { McpServer } from '#shared/mcp/server-config.ts'
import { createPrepareMcp } from '../../src/main/app/tools/prepare-mcp.ts'
import { defineServer } from '../../src/main/mcp/definition.ts'
import { CALLER, openAgentHost } from '../support/hosts/agent-host.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { openSandboxRig, supportHere } from '../support/rigs/sandbox-rig.ts'

const support = await supportHere()
const hasSandbox = support.available && support.kind === 'bubblewrap'
const run = promisify(execFile)

/** Prepares servers whose programs would read a secret and write in the home folder, and runs them. */
async function openServers(mode: 'auto' | 'on' = 'auto', works = true) {
  const rig = await openSandboxRig()
  await mkdir(rig.at('home/.ssh'))
  await writeFile(rig.at('home/.ssh/id'), 'SECRET\n')
  const prepare = createPrepareMcp({
    keys: { vault: null, env: {} } as never,
    commandEnvironment: async () => rig.environment,
    enterSandbox: async ({ rules = [], ...job }) => {
      const given = { settings: {}, standing: [{ rules: [rules], grants: [] }], once: [], named: [] }
      return works ? await rig.sandbox.enter({ ...job, ...given, opensGitSettings: false }) : null
    },
    sandboxSettings: () => ({ mode }),
    rules: () => [],
    documentUrl: () => null,
    issuerOf: () => null,
  })
  const script = 'cat ~/.ssh/id 2>/dev/null; echo made 2>/dev/null > ~/made; echo over'
  const serve = async (source: 'user' | 'project', more: Partial<McpServer> = {}) => {
    const config = { command: '/bin/sh', args: ['-c', script], ...more }
    const root = source === 'user' ? null : rig.root
    const definition = defineServer({ name: 'tide', source, projectId: null, root, config })
    const { start, leave } = await prepare(definition, new AbortController().signal)
    if (start.kind !== 'stdio') throw new Error('It has no program')
    const { stdout } = await run(start.file, [...start.args], {
      cwd: start.cwd,
      env: { ...start.environment },
    })
    await leave()
    return [stdout, existsSync(rig.at('home/made'))]
  }
  return { serve }
}

describe.runIf(hasSandbox)('the program of an MCP server', () => {
  it.each([
    ['of a project', 'project', {}],
    ['of the person who wants it so', 'user', { sandbox: true }],
  ] as const)('%s runs in the sandbox', async (_whose, source, more) => {
    const { serve } = await openServers()
    expect(await serve(source, more)).toEqual(['over\n', false])
  })

  it('of the person runs outside', async () => {
    const { serve } = await openServers()
    expect(await serve('user')).toEqual(['SECRET\nover\n', true])
  })

  it('of a project is not started where the settings require a sandbox and there is none', async () => {
    const { serve } = await openServers('on', false)
    await expect(serve('project')).rejects.toThrow('The settings require the sandbox')
  })
})

describe.runIf(hasSandbox)('a background program', { timeout: 60_000 }, () => {
  it('runs in the sandbox', async () => {
    const name = `orrery-test-${randomUUID()}`
    const file = join(homedir(), name)
    onTestFinished(() => rm(file, { force: true }))
    const host = await openAgentHost()
    onTestFinished(host.close)
    // Only the shell knows the name of the file.
    const command = `n=${name}; eval 'touch "$HOME/$n"' 2>/dev/null && echo open || echo closed; sleep 300`
    host.server.enqueue(
      callScript([{ name: 'bash', args: { command, background: true } }]),
      textScript('Started.'),
    )
    const { app, handlers, begin, look } = await host.start()
    await handlers['sandbox.status']({}, CALLER)
    const sessionId = await begin('Start it.', { permissionMode: 'accept_edits' })
    await app.idle()
    expect((await look(sessionId)).folds.jobs.map(({ state }) => state)).toEqual(['running'])
    const output = () => handlers['job.output']({ sessionId, jobId: 'job_1' }, CALLER)
    await expect.poll(output).toBe('closed\n')
    await handlers['job.stop']({ sessionId, jobId: 'job_1' }, CALLER)
    expect(existsSync(file)).toBe(false)
  })

  it('is reached at its port once the person opens it, until the person closes it', async () => {
    const host = await openAgentHost()
    onTestFinished(host.close)
    const server = [
      "import http.server; s = http.server.HTTPServer(('127.0.0.1', 0), http.server.SimpleHTTPRequestHandler)",
      "print('http://localhost:%d/' % s.server_port, flush=True); s.serve_forever()",
    ].join('; ')
    host.server.enqueue(
      callScript([{ name: 'bash', args: { command: `python3 -c "${server}"`, background: true } }]),
      textScript('Started.'),
    )
    const { app, handlers, begin, look } = await host.start()
    await handlers['sandbox.status']({}, CALLER)
    const sessionId = await begin('Start it.', { permissionMode: 'accept_edits' })
    const asked = async () => Object.values((await look(sessionId)).folds.interactions)[0]?.requestId
    await expect.poll(asked, { timeout: 20_000 }).toBeDefined()
    const requestId = (await asked()) ?? ('' as RequestId)
    const allowed = { outcome: 'approved', remember: { scope: 'once' } } as const
    await handlers['interaction.answer']({ sessionId, requestId, ...allowed }, CALLER)
    await app.idle()
    const job = async () => (await look(sessionId)).folds.jobs[0]
    await expect.poll(async () => (await job())?.canOpen, { timeout: 20_000 }).toBe(true)
    expect(await job()).toMatchObject({ isOpen: false })
    const named = { sessionId, jobId: 'job_1' }
    await handlers['job.open'](named, CALLER)
    const openedAt = (await job())?.openedAt
    expect((await fetch(`http://127.0.0.1:${openedAt}/`)).status).toBe(200)
    const doors = async () => (await handlers['access.list']({}, CALLER)).entries.map(({ kind }) => kind)
    expect(await doors()).toContain('port')
    await handlers['job.open'](named, CALLER)
    expect((await job())?.openedAt).toBe(openedAt)
    await handlers['job.closePort'](named, CALLER)
    await expect(fetch(`http://127.0.0.1:${openedAt}/`)).rejects.toThrow()
    expect([await doors(), (await job())?.openedAt]).toEqual([
      expect.not.arrayContaining(['port']),
      undefined,
    ])
    await handlers['job.open'](named, CALLER)
    const again = (await job())?.openedAt
    expect((await fetch(`http://127.0.0.1:${again}/`)).status).toBe(200)
    await handlers['job.stop'](named, CALLER)
    await expect(fetch(`http://127.0.0.1:${again}/`)).rejects.toThrow()
  })
})
