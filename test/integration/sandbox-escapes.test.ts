import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openQuickDisk, type QuickDisk } from '../support/disk/quick-disk.ts'
import { ESCAPES, type Escape } from '../support/disk/sandbox-escapes.ts'
import {
  isOther,
  openSandboxRig,
  RIG_FOLDER,
  type SandboxRig,
  supportHere,
  USERS,
} from '../support/rigs/sandbox-rig.ts'

const support = await supportHere()
const hasSandbox = support.available && support.kind === 'bubblewrap' && support.proxy

const GOT_OUT = /ESCAPED|SECRET/
const ABSTRACT = `orrery-${randomUUID()}`
const servers: ReturnType<typeof createServer>[] = []
let disk: QuickDisk | null = null
let peer: ChildProcess | null = null
let port = 0
let sockets = ''

const listen = (place: object | string): Promise<ReturnType<typeof createServer>> => {
  const server = createServer((_request, answer) => answer.end('SECRET\n'))
  servers.push(server)
  return new Promise((resolve) => server.listen(place, () => resolve(server)))
}

beforeAll(async () => {
  disk = openQuickDisk(RIG_FOLDER)
  sockets = await mkdtemp(join(tmpdir(), 'orrery-peer-'))
  await chmod(sockets, 0o755)
  await listen(join(sockets, 'sock'))
  await chmod(join(sockets, 'sock'), 0o777)
  peer = spawn('socat', [`ABSTRACT-LISTEN:${ABSTRACT},fork`, 'SYSTEM:echo SECRET'], { stdio: 'ignore' })
  const server = await listen({ host: '0.0.0.0', port: 0 })
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(async () => {
  for (const server of servers) server.close()
  peer?.kill()
  disk?.close()
  await rm(sockets, { recursive: true, force: true })
})

/** An address of this machine that is not the loopback; the loopback by another number where there is none. */
const ADDRESS =
  Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address ?? '127.0.0.2'

type Finished = (work: () => Promise<void>) => void

/** The scene of one attempt: a project, a home folder, and sockets and, where the attempt looks for one, a program outside. */
async function openScene({ command }: Escape, ordinary: boolean, finished: Finished) {
  const id = randomUUID()
  const user = ordinary ? { uid: 65_534, gid: 65_534 } : {}
  const child = command.includes('PEER')
    ? spawn('sleep', ['60'], { env: { TOKEN: 'SECRET' }, stdio: 'ignore', ...user })
    : null
  const rig: SandboxRig = await openSandboxRig({
    ordinary,
    finished,
    ...(disk !== null && { within: disk.folder }),
    settings: { memoryMb: 400, processes: 100 },
    grants: [{ tool: 'network', pattern: 'rebound.test', action: 'allow' }],
    resolve: async () => ['127.0.0.1'],
    environment: {
      ID: id,
      PEER: String(child?.pid),
      PORT: String(port),
      ABSTRACT,
      ADDRESS,
      TMPSOCK: join(sockets, 'sock'),
    },
  })
  for (const name of ['home/agent.sock', 'project/near.sock']) {
    await listen(rig.at(name))
    await chmod(rig.at(name), 0o777)
  }
  const paths = `export PROJECT="${rig.root}" SOCK="${rig.at('home/agent.sock')}" NEARSOCK="${rig.at('project/near.sock')}"; `
  const with_ = (command: string) => paths + command
  return {
    inside: (command: string) => rig.inside(with_(command)),
    outside: (command: string) => rig.outside(with_(command)),
    end: () => child?.kill('SIGKILL'),
  }
}

type Place = { readonly ordinary: boolean; readonly where: 'inside' | 'outside'; readonly finished: Finished }

async function attempt(way: Escape, { ordinary, where, finished }: Place): Promise<boolean> {
  const scene = await openScene(way, ordinary, finished)
  try {
    const direct =
      where === 'outside'
        ? `DIRECT="--resolve rebound.test:${port}:127.0.0.1"; export HOLD=1; `
        : 'DIRECT=; export HOLD=30; '
    if (way.prepare !== undefined) {
      // A worktree takes the place of the project folder, which has to be empty for it.
      const ready = way.prepare.includes('rmdir') ? 'rm -f near.sock; ' : ''
      const prepared = await scene.outside(ready + way.prepare)
      if (prepared.exitCode !== 0) throw new Error(`${way.name} cannot be prepared: ${prepared.output}`)
    }
    const ran = await scene[where](direct + way.command)
    const next = way.second === undefined ? null : await scene[where](way.second)
    const after = way.after === undefined ? null : await scene.outside(way.after)
    return GOT_OUT.test(`${ran.output}\n${next?.output ?? ''}\n${after?.output ?? ''}`)
  } finally {
    scene.end()
  }
}

describe.skipIf(!hasSandbox)('the sandbox keeps in', () => {
  it('at least sixty attempts', () => {
    expect(ESCAPES.length).toBeGreaterThanOrEqual(60)
  })

  for (const user of USERS) {
    const ordinary = isOther(user)
    const shown = user === 'root' ? 'root' : 'ordinary'
    const mine = ESCAPES.filter(({ only }) => only === undefined || only === shown)
    // Attempts wait more than they compute, and each has a project of its own, so that several run at once.
    it.concurrent.for(mine)(`as ${user}: $group $name`, async (way, test) => {
      const finished: Finished = (work) => test.onTestFinished(work)
      const tried = { ordinary, finished }
      test.expect({ outside: await attempt(way, { ...tried, where: 'outside' }) }).toEqual({ outside: true })
      test.expect({ inside: await attempt(way, { ...tried, where: 'inside' }) }).toEqual({ inside: false })
    })
  }
})
