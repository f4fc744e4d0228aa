import { lookup } from 'node:dns/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { BlockList, connect, createServer as createTcpServer, isIP, type Server, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { Permission } from '#shared/permission/rule.ts'
import type { SandboxBlock } from '#shared/sandbox/sandbox.ts'
import { addressKind } from '../lib/addresses.ts'
import type { CommandNetwork } from './command-sandbox.ts'
import { allowedHosts, allowedPorts, type HostPort, hostVerdict, normalHost } from './host-rules.ts'
import type { RuleSet } from './profile.ts'
import { REACH_SOCKET } from './sandbox-profile.ts'
import { createWaiting } from './waiting-connections.ts'

export type NetworkDeps = {
  /** `sockets`: a new folder inside this one holds a socket for each port. `port`: the proxy listens on this machine. */
  readonly reach: { readonly by: 'sockets'; readonly folder: string } | { readonly by: 'port' }
  /** Resolves a name; the first addresses that fit are used. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** The addresses that lead to this machine, asked at each connection since they change; those of its own interfaces unless given. */
  readonly ownAddresses?: () => readonly string[]
}

type Tally = ReturnType<typeof createTally>

/**
 * Opens the way to hosts for one command: a proxy that lets through what rules allow, and the open ports of this machine.
 * It resolves names itself and connects to the address it checked, so that a name cannot change in between.
 */
export async function openCommandNetwork(
  deps: NetworkDeps,
  standing: readonly RuleSet[],
  reach = false,
): Promise<CommandNetwork> {
  const tally = createTally()
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
  }
  const resolve = deps.resolve ?? resolveAll
  const verdict = (target: HostPort) => hostVerdict(standing, target)
  const isOwn = (address: string) => isAmong(address, (deps.ownAddresses ?? addressesHere)())
  const find = (target: HostPort) => findAddress(target, { verdict, resolve, isOwn, tally })
  const proxy = createServer(
    (incoming, answer) => void forwardRequest(incoming, answer, find, keep).catch(() => answer.destroy()),
  )
  proxy.on('connect', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    keep(socket)
    void tunnel(incoming, socket, head, find, keep).catch(() => socket.destroy())
  })
  proxy.on('connection', keep)
  const forwards = deps.reach.by === 'sockets' ? allowedPorts(standing) : []
  const servers: Server[] = [proxy]
  const link = deps.reach.by === 'sockets' ? await mkdtemp(join(deps.reach.folder, 's-')) : null
  if (link === null) await listening(proxy, { host: '127.0.0.1', port: 0 })
  else {
    await listening(proxy, { path: join(link, 'proxy') })
    for (const port of forwards) {
      const server = createTcpServer((socket) => {
        keep(socket)
        tally.reached({ host: 'localhost', port })
        pipe(socket, connect({ host: '127.0.0.1', port }), keep)
      })
      servers.push(server)
      await listening(server, { path: join(link, String(port)) })
    }
  }
  const waiting = link !== null && reach ? createWaiting(keep) : null
  if (waiting !== null && link !== null) {
    servers.push(waiting.server)
    await listening(waiting.server, { path: join(link, REACH_SOCKET) })
  }
  const address = proxy.address()
  return {
    link,
    proxyPort: link === null && typeof address === 'object' && address !== null ? address.port : null,
    forwards: deps.reach.by === 'sockets' ? forwards : allowedPorts(standing),
    hosts: allowedHosts(standing),
    dial: waiting?.dial ?? null,
    close: async () => {
      for (const server of servers) server.close()
      for (const socket of sockets) socket.destroy()
      if (link !== null) await rm(link, { recursive: true, force: true })
      return tally.all()
    },
  }
}

type Find = (target: HostPort) => Promise<{ readonly address: string } | { readonly refusal: string }>

type FindDeps = {
  readonly verdict: (target: HostPort) => Permission
  readonly resolve: (host: string) => Promise<readonly string[]>
  /** Whether an address leads to this machine. */
  readonly isOwn: (address: string) => boolean
  readonly tally: Tally
}

/** The address a command may connect to for a host, or why it may not. */
async function findAddress({ host: given, port }: HostPort, deps: FindDeps): ReturnType<Find> {
  const { verdict, resolve, isOwn, tally } = deps
  const host = normalHost(given)
  const refuse = (target: HostPort, permission: Permission) => {
    tally.blocked(target, permission === 'deny')
    return { refusal: `The sandbox blocked ${nameOf(target)}.` }
  }
  const permission = verdict({ host, port })
  if (permission !== 'allow') return refuse({ host, port }, permission)
  if (host === 'localhost') {
    tally.reached({ host, port })
    return { address: '127.0.0.1' }
  }
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host]
  const [address] = addresses
  if (address === undefined) return { refusal: `The host ${host} was not found.` }
  // Every address counts: a name that leads to a closed place once may do so again.
  for (const each of addresses) {
    const kind = addressKind(each)
    if (kind === 'public') {
      // What listens on all addresses of this machine is not meant for commands: it needs a rule for this machine.
      const here = isOwn(each) ? verdict({ host: 'localhost', port }) : 'allow'
      if (here !== 'allow') return refuse({ host: 'localhost', port }, here)
      continue
    }
    const named = kind === 'never' ? 'deny' : verdict({ host: normalHost(each), port })
    if (named !== 'allow') return refuse({ host: normalHost(each), port }, named)
  }
  tally.reached({ host, port })
  return { address }
}

async function tunnel(
  incoming: IncomingMessage,
  socket: Socket,
  head: Buffer,
  find: Find,
  keep: (socket: Socket) => void,
) {
  const [, host = '', port = '443'] = /^(.*?)(?::(\d+))?$/.exec(incoming.url ?? '') ?? []
  const found = await find({ host, port: Number(port) })
  if ('refusal' in found) {
    socket.end(
      `HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n${found.refusal}\n`,
    )
    return
  }
  const upstream = connect({ host: found.address, port: Number(port) })
  keep(upstream)
  upstream.once('connect', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    if (head.length > 0) upstream.write(head)
    pipe(socket, upstream, keep)
  })
}

async function forwardRequest(
  incoming: IncomingMessage,
  answer: ServerResponse,
  find: Find,
  keep: (socket: Socket) => void,
) {
  const url = URL.canParse(incoming.url ?? '') ? new URL(incoming.url ?? '') : null
  if (url === null || url.protocol !== 'http:') {
    answer.writeHead(400).end('The sandbox understands proxy requests only.\n')
    return
  }
  const port = Number(url.port === '' ? 80 : url.port)
  const found = await find({ host: url.hostname, port })
  if ('refusal' in found) {
    answer.writeHead(403, { 'content-type': 'text/plain' }).end(`${found.refusal}\n`)
    return
  }
  const { 'proxy-connection': _1, 'proxy-authorization': _2, ...headers } = incoming.headers
  const upstream = request(
    {
      host: found.address,
      port,
      method: incoming.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host },
    },
    (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    },
  )
  upstream.on('socket', keep)
  upstream.on('error', () =>
    answer.headersSent ? answer.destroy() : answer.writeHead(502).end('The host did not answer.\n'),
  )
  incoming.pipe(upstream)
}

function pipe(socket: Socket, upstream: Socket, keep: (socket: Socket) => void): void {
  keep(upstream)
  socket.pipe(upstream)
  upstream.pipe(socket)
  upstream.once('close', () => socket.destroy())
  socket.once('close', () => upstream.destroy())
}

function addressesHere(): string[] {
  return Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address))
}

/** Compares addresses and not their spelling. */
function isAmong(address: string, addresses: readonly string[]): boolean {
  const list = new BlockList()
  for (const each of addresses.map(withoutZone)) if (isIP(each) !== 0) list.addAddress(each, familyOf(each))
  const plain = withoutZone(address)
  return isIP(plain) !== 0 && list.check(plain, familyOf(plain))
}

const withoutZone = (address: string) => address.replace(/%.*$/, '')
const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

async function resolveAll(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

function listening(server: Server, place: { path: string } | { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(place, () => resolve())
  })
}

function nameOf({ host, port }: HostPort): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

/** Counts connections by host. */
function createTally() {
  const reached = new Map<string, number>()
  const blocked = new Map<string, SandboxBlock>()
  return {
    reached: (target: HostPort): void => {
      const name = nameOf(target)
      reached.set(name, (reached.get(name) ?? 0) + 1)
    },
    blocked: (target: HostPort, isDenied: boolean): void => {
      const name = nameOf(target)
      const tries = (blocked.get(name)?.tries ?? 0) + 1
      blocked.set(name, { what: 'host', name, tries, ...(isDenied ? { denied: true } : {}) })
    },
    all: () => ({
      reached: [...reached].map(([name, connections]) => ({ name, connections })),
      blocked: [...blocked.values()],
    }),
  }
}
