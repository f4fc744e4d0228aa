import { createServer, type Server as HttpServer } from 'node:http'
import {
  type AddressInfo,
  connect,
  createServer as createSocketServer,
  type Server,
  type Socket,
} from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createGate } from '../../../../test/support/models/model-script.ts'
import { systemClock } from '../../lib/clock.ts'
import { createHttpFetch } from './http-fetch.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function listen(server: Server | HttpServer): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  )
  return (server.address() as AddressInfo).port
}

/** Opens a proxy that requires a password and routes every name to one local port. */
async function openProxy(leadsTo: number) {
  const seen: { what: string; headers: object }[] = []
  const allowed = `Basic ${Buffer.from('me:p@ss').toString('base64')}`
  const server = createServer((request, response) => {
    seen.push({ what: `${request.method} ${request.url}`, headers: request.headers })
    const open = request.headers['proxy-authorization'] === allowed
    response.writeHead(open ? 200 : 407).end('by the proxy')
  })
  server.on('connect', (request, client: Socket) => {
    seen.push({ what: `CONNECT ${request.url}`, headers: request.headers })
    if (request.headers['proxy-authorization'] !== allowed) {
      return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    }
    if (request.url?.startsWith('forbidden')) return void client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const onward = connect(leadsTo, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      client.pipe(onward).pipe(client)
    })
    onward.on('error', () => client.destroy())
    client.on('error', () => onward.destroy())
  })
  return { port: await listen(server), seen }
}

const through = (proxy: string) =>
  createHttpFetch({ clock: systemClock, connectMs: 5_000, proxyFor: async () => new URL(proxy) })
const failureOf = (asking: Promise<unknown>) =>
  asking.then(
    () => null,
    (error: unknown) => error,
  )

/** Takes whatever comes, remembers how it began, and hangs up. */
async function openEar() {
  const heard: Buffer[] = []
  const port = await listen(
    createSocketServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.once('data', (bytes) => {
        heard.push(bytes)
        socket.end('not TLS at all, and long enough to be seen as such')
      })
    }),
  )
  return { port, heard }
}

it('speaks TLS with the host itself, through a tunnel the proxy cannot look into', async () => {
  const ear = await openEar()
  const proxy = await openProxy(ear.port)
  const fetch = through(`http://me:p%40ss@127.0.0.1:${proxy.port}`)
  const headers = { authorization: 'Bearer sk-secret' }
  const failure = await failureOf(fetch('https://api.example.com/v1/models', { headers }))
  // The tunnel's target is no TLS server, so the failure shows which server was contacted.
  expect(failure).toBeInstanceOf(Error)
  expect(proxy.seen.map(({ what }) => what)).toEqual(['CONNECT api.example.com:443'])
  expect(JSON.stringify(proxy.seen)).not.toContain('sk-secret')
  const hello = ear.heard[0]
  expect(hello?.[0]).toBe(0x16)
  expect(hello?.includes('api.example.com')).toBe(true)
})

it('asks a proxy for what is not encrypted, with its password and for the whole address', async () => {
  const proxy = await openProxy(0)
  const response = await through(`http://me:p%40ss@127.0.0.1:${proxy.port}`)('http://lab.example:81/v1?a=b')
  expect(await response.text()).toBe('by the proxy')
  expect(proxy.seen[0]).toMatchObject({
    what: 'GET http://lab.example:81/v1?a=b',
    headers: { host: 'lab.example:81' },
  })
})

it.each([
  ['https://api.example.com/v1', 'HTTPS_PROXY'],
  ['http://lab.example/v1', 'HTTP_PROXY'],
])(
  'says of a proxy that wants a password on the way to %s which one it is, and where to put it',
  async (url, variable) => {
    const proxy = await openProxy(0)
    const failure = await failureOf(through(`http://me:wrong@127.0.0.1:${proxy.port}`)(url))
    expect(failure).toMatchObject({
      said: [
        {
          name: 'llm.proxyPassword',
          facts: { proxy: `127.0.0.1:${proxy.port}`, host: new URL(url).host, variable },
        },
      ],
      message: expect.not.stringContaining('wrong'),
    })
  },
)

it('says what a proxy does not let through, and when there is none', async () => {
  const proxy = await openProxy(0)
  const refused = await failureOf(
    through(`http://me:p%40ss@127.0.0.1:${proxy.port}`)('https://forbidden.example/'),
  )
  expect(refused).toMatchObject({ said: [{ name: 'llm.proxyRefused', facts: { status: '403' } }] })
  const gone = await listen(createSocketServer())
  await closers.pop()?.()
  const silent = await failureOf(through(`http://127.0.0.1:${gone}`)('https://api.example.com/'))
  expect(silent).toMatchObject({ said: [{ name: 'llm.proxySilent' }] })
})

it('stops while a proxy says nothing', async () => {
  const asked = createGate()
  const port = await listen(createSocketServer((socket) => socket.once('data', () => asked.open())))
  const stopping = new AbortController()
  const asking = failureOf(
    through(`http://127.0.0.1:${port}`)('https://api.example.com/', { signal: stopping.signal }),
  )
  await asked.passed
  stopping.abort(new Error('Enough.'))
  expect(await asking).toMatchObject({ message: 'Enough.' })
})
