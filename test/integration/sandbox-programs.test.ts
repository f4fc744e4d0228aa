import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
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
})
