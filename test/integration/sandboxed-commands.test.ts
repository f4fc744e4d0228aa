import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { Remember } from '#shared/permission/rule.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import { CALLER, openAgentHost } from '../support/hosts/agent-host.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { supportHere } from '../support/rigs/sandbox-rig.ts'

const support = await supportHere()
const hasSandbox = support.available && support.proxy

type Reply = {
  readonly outcome: 'approved' | 'denied'
  readonly remember?: Remember
  readonly value?: string
}

/** Runs one command of an agent and answers what it asks, in order. */
async function runCommand(
  command: string,
  replies: readonly Reply[],
  permissionMode: PermissionMode = 'accept_edits',
) {
  const host = await openAgentHost()
  onTestFinished(host.close)
  host.server.enqueue(callScript([{ name: 'bash', args: { command } }]), textScript('Done.'))
  const { app, handlers, until, begin, look } = await host.start()
  // Whether there is a sandbox is known by then, so that the first command is judged by it.
  await handlers['sandbox.status']({}, CALLER)
  const sessionId: SessionId = await begin('Run it.', { permissionMode })
  let over = false
  void app.idle().then(() => {
    over = true
  })
  const asked: Interaction[] = []
  for (const { outcome, remember = { scope: 'once' as const }, value } of replies) {
    const open = async () =>
      Object.values((await look(sessionId)).folds.interactions).filter(
        (each) => !asked.some(({ requestId }) => requestId === each.requestId),
      )
    await until(async () => over || (await open()).length > 0)
    const [ask] = await open()
    if (ask === undefined) break
    asked.push(ask)
    const said = value === undefined ? { outcome } : { outcome, value }
    await handlers['interaction.answer']({ sessionId, requestId: ask.requestId, remember, ...said }, CALLER)
  }
  await app.idle()
  const { path } = await look(sessionId)
  const answers = path.flatMap((event) =>
    event.kind === 'message' && event.payload.message.role === 'tool' ? [event.payload.message] : [],
  )
  const details = answers[0]?.tool?.details
  const [part] = answers[0]?.parts ?? []
  return {
    host,
    asked,
    handlers,
    text: part?.t === 'text' ? part.text : '',
    isError: answers[0]?.tool?.isError,
    receipt: details?.kind === 'bash' ? details.sandbox : undefined,
    files: details?.kind === 'bash' ? details.files : undefined,
  }
}

async function registry(): Promise<number> {
  const server = createServer((_request, answer) => answer.end('served'))
  onTestFinished(() => void server.close())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

describe.skipIf(!hasSandbox)('a command in the sandbox', { timeout: 60_000 }, () => {
  it('runs without a question where edits are accepted, and has a receipt', async () => {
    const { asked, text, receipt, files } = await runCommand('f=made.txt; echo new > $f; eval "cat $f"', [])
    expect([asked, text]).toEqual([[], 'new'])
    expect(files).toMatchObject({ looked: true, added: 1, changed: 0, removed: 0 })
    expect(receipt).toMatchObject({ reached: [], blocked: [], outside: false })
    expect(receipt?.rules.hides.length).toBeGreaterThan(0)
  })

  it('shows with the question what it may do', async () => {
    const { asked } = await runCommand('touch x', [{ outcome: 'approved' }], 'ask')
    expect(asked.map(({ preview }) => preview?.kind === 'command' && preview.rules?.network)).toEqual(['ask'])
  })

  it('asks for exactly the host it was kept from, and goes through once that is allowed', async () => {
    const port = await registry()
    const { asked, text, receipt, handlers } = await runCommand(`curl -sS http://127.0.0.1:${port}/`, [
      { outcome: 'approved', remember: { scope: 'session' } },
    ])
    const rule = { tool: 'network', pattern: `localhost:${port}`, action: 'allow' }
    expect(asked.map(({ preview, proposedRules }) => [preview, proposedRules])).toMatchObject([
      [{ kind: 'sandbox', blocked: [{ what: 'host', name: `localhost:${port}` }] }, [rule]],
    ])
    expect([text, receipt?.reached]).toEqual(['served', [{ name: `localhost:${port}`, connections: 1 }]])
    const grants = await handlers['grant.list']({}, CALLER)
    expect(grants.map((grant) => grant.rule)).toEqual([rule])
    // Uses are stored a little later, so that a loop of commands does not write each one.
    await expect
      .poll(async () => (await handlers['grant.list']({}, CALLER)).map(({ uses }) => uses))
      .toEqual([1])
  })

  it('is allowed a host for one run alone', async () => {
    const port = await registry()
    const { text, handlers } = await runCommand(`curl -sS http://127.0.0.1:${port}/`, [
      { outcome: 'approved' },
    ])
    expect([text, await handlers['grant.list']({}, CALLER)]).toEqual(['served', []])
  })

  it('tells the model that the person did not allow it, with the reason', async () => {
    const { asked, text, isError, receipt } = await runCommand('curl -sSf http://packages.invalid/', [
      { outcome: 'denied', value: 'not today' },
    ])
    expect([asked.length, isError, receipt?.blocked]).toEqual([
      1,
      true,
      [{ what: 'host', name: 'packages.invalid:80', tries: 1 }],
    ])
    expect(text).toContain('the sandbox blocked the host packages.invalid:80')
    expect(text).toContain(
      'The person did not allow what the sandbox blocked: not today. Do not try the same again',
    )
  })

  it('names the file it could not write, and runs once outside when the person says so', async () => {
    const name = `orrery-test-${randomUUID()}`
    const file = join(homedir(), name)
    onTestFinished(() => rm(file, { force: true }))
    const command = `n=${name}; eval 'echo made > "$HOME/$n"'`
    const { asked, receipt, text } = await runCommand(command, [{ outcome: 'approved', value: 'outside' }])
    // A rule for the folder would open the whole home folder, which the sandbox never does.
    expect(asked.map(({ proposedRules }) => proposedRules)).toEqual([[]])
    expect(asked.map(({ preview }) => preview?.kind === 'sandbox' && preview.blocked)).toEqual([
      [{ what: 'write', name: file, tries: 1 }],
    ])
    expect(await readFile(file, 'utf8')).toBe('made\n')
    expect([receipt?.outside, text]).toEqual([
      true,
      '(the person let this command run once without the sandbox)',
    ])
  })

  it('writes a file outside that it names and the person allowed, without a second question', async () => {
    const file = join(homedir(), `orrery-test-${randomUUID()}`)
    onTestFinished(() => rm(file, { force: true }))
    const { asked } = await runCommand(`mkdir ${file}`, [{ outcome: 'approved' }, { outcome: 'denied' }])
    expect([asked[0]?.preview?.kind, existsSync(file)]).toEqual(['command', asked.length === 1])
  })

  it('asks like before where it would leave the project', async () => {
    const { asked } = await runCommand('cat /etc/hostname', [{ outcome: 'denied' }])
    expect(asked.map(({ preview }) => preview?.kind)).toEqual(['command'])
  })
})
