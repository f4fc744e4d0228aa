import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import type { Remember } from '#shared/permission/rule.ts'
import { OUTSIDE_ONCE } from '#shared/session/interactions/outside-once.ts'
import { CALLER, openAgentHost } from '../support/hosts/agent-host.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { supportHere } from '../support/rigs/sandbox-rig.ts'

const support = await supportHere()
const hasSandbox = support.available && support.proxy
const HOUR = 3_600_000

type Reply = { readonly remember: Remember; readonly value?: string }

/** An app that is opened again at will, and whose clock can be set ahead. */
async function openApp() {
  const host = await openAgentHost()
  onTestFinished(host.close)
  const clock = Date.now.bind(Date)
  let ahead = 0
  const now = vi.spyOn(Date, 'now').mockImplementation(() => clock() + ahead)
  onTestFinished(() => now.mockRestore())
  const start = async () => {
    const started = await host.start()
    await started.handlers['sandbox.status']({}, CALLER)
    return started
  }
  let current = await start()
  /** Runs a command, allows what it asks as the reply says, and counts the questions. */
  const run = async (command: string, reply: Reply, chat?: SessionId) => {
    const { app, handlers, until, begin, look } = current
    host.server.enqueue(callScript([{ name: 'bash', args: { command } }]), textScript('Done.'))
    const said = { text: 'Again.', images: [] }
    const sessionId = chat ?? (await begin('Run it.', { permissionMode: 'accept_edits' }))
    if (chat !== undefined)
      await handlers['session.send']({ target: { to: 'session', sessionId: chat }, ...said }, CALLER)
    let over = false
    void app.idle().then(() => {
      over = true
    })
    let asked = 0
    for (;;) {
      const open = async () => Object.values((await look(sessionId)).folds.interactions)
      await until(async () => over || (await open()).length > 0)
      const [ask] = await open()
      if (ask === undefined) return { sessionId, asked }
      asked += 1
      const { requestId } = ask
      await handlers['interaction.answer']({ sessionId, requestId, outcome: 'approved', ...reply }, CALLER)
      await until(async () => over || !(await open()).some((each) => each.requestId === requestId))
    }
  }
  return {
    run,
    grants: () => current.handlers['grant.list']({}, CALLER),
    pass: (ms: number) => {
      ahead += ms
    },
    restart: async () => {
      await current.app.close()
      current = await start()
    },
  }
}

async function registry(): Promise<number> {
  const server = createServer((_request, answer) => answer.end('served'))
  onTestFinished(() => void server.close())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A folder outside the project and a way to write in it that only the shell can read. */
async function folderOutside() {
  const folder = join(homedir(), `orrery-test-${randomUUID()}`)
  await mkdir(folder)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const writes = (name: string) => `d=${folder}; eval 'echo made > "$d/${name}"'`
  return { writes, made: async () => (await readdir(folder)).sort() }
}

describe.skipIf(!hasSandbox)('what the person opened for the sandbox', { timeout: 120_000 }, () => {
  it('is asked again where a command ran outside once, in the same chat and after a restart', async () => {
    const { run, grants, restart } = await openApp()
    const { writes, made } = await folderOutside()
    const outside: Reply = { remember: { scope: 'once' }, value: OUTSIDE_ONCE }
    const { sessionId, asked } = await run(writes('a'), outside)
    const again = await run(writes('b'), outside, sessionId)
    await restart()
    const later = await run(writes('c'), outside, sessionId)
    expect([asked, again.asked, later.asked]).toEqual([1, 1, 1])
    expect([await made(), await grants()]).toEqual([['a', 'b', 'c'], []])
  })

  it('holds for a host until its time is over, also after a restart', async () => {
    const { run, grants, pass, restart } = await openApp()
    const fetches = `curl -sS http://127.0.0.1:${await registry()}/`
    const reply = (): Reply => ({ remember: { scope: 'project', expiresAt: Date.now() + HOUR } })
    const counts = [(await run(fetches, reply())).asked, (await run(fetches, reply())).asked]
    await restart()
    counts.push((await run(fetches, reply())).asked)
    pass(HOUR)
    expect(await grants()).toEqual([])
    counts.push((await run(fetches, reply())).asked)
    pass(HOUR)
    await restart()
    counts.push((await run(fetches, reply())).asked)
    expect(counts).toEqual([1, 0, 0, 1, 1])
  })

  it('holds for a folder, and not beside it, until its time is over, also after a restart', async () => {
    const { run, pass, restart } = await openApp()
    const [{ writes, made }, beside] = [await folderOutside(), await folderOutside()]
    const reply = (): Reply => ({ remember: { scope: 'project', expiresAt: Date.now() + HOUR } })
    const counts = [(await run(writes('a'), reply())).asked, (await run(writes('b'), reply())).asked]
    await restart()
    counts.push((await run(writes('c'), reply())).asked)
    counts.push((await run(beside.writes('d'), { remember: { scope: 'once' } })).asked)
    pass(HOUR)
    counts.push((await run(writes('e'), reply())).asked)
    expect(counts).toEqual([1, 0, 0, 1, 1])
    expect([await made(), await beside.made()]).toEqual([['a', 'b', 'c', 'e'], ['d']])
  })
})
