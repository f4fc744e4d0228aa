import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createPlain } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { officeCertificates } from '../../../../test/support/models/office-certificates.ts'
import { createProxyServer } from '../../../../test/support/models/proxy-server.ts'
import { systemClock } from '../../lib/clock.ts'
import { createTextSockets } from './text-socket.ts'
import { createTrustedRoots } from './trusted-roots.ts'

const NAME = 'models.office.example'
const SIGNAL = new AbortController().signal
const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A server in an office, which only the proxy finds and whose certificate the office signed. */
async function openOffice() {
  const folder = mkdtempSync(join(tmpdir(), 'orrery sockets '))
  const { authority, server: identity } = officeCertificates(folder, NAME)
  const server = createServer(identity)
  const keys: unknown[] = []
  new WebSocketServer({ server }).on('connection', (socket, { headers }) => {
    keys.push(headers.authorization)
    socket.send('early')
    socket.on('message', (data) => socket.send(`heard ${data.toString('utf8')}`))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const proxy = await createProxyServer(port, port)
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  closers.push(() => rmSync(folder, { recursive: true }), close, proxy.close)
  return { proxy, authority, keys }
}

const rootsOf = (env: Readonly<Record<string, string>>) =>
  createTrustedRoots({
    env,
    platform: 'linux',
    certificates: null,
    report: () => {},
    readFile: async (path) => readFileSync(path, 'utf8'),
  })

it('goes through the tunnel of the proxy, trusts what other requests trust, and keeps early messages', async () => {
  const { proxy, authority, keys } = await openOffice()
  const open = createTextSockets({
    clock: systemClock,
    connectMs: 5_000,
    roots: rootsOf({ SSL_CERT_FILE: authority }),
    proxyFor: async () => new URL(`http://${proxy.host}`),
  })
  const socket = await open(`https://${NAME}/v1/responses`, { authorization: 'Bearer key' }, SIGNAL)
  const heard: string[] = []
  const ended = new Promise<void>((resolve) =>
    socket.listen({
      text: (text) => {
        heard.push(text)
        if (heard.length === 2) socket.close()
      },
      closed: () => resolve(),
    }),
  )
  socket.send('me')
  await ended
  expect(heard).toEqual(['early', 'heard me'])
  expect(proxy.asked.map(({ url }) => url)).toEqual([`${NAME}:443`])
  expect([keys, socket.isOpen()]).toEqual([['Bearer key'], false])
})

it('refuses a certificate that nothing trusts', async () => {
  const { proxy } = await openOffice()
  const open = createTextSockets({
    clock: systemClock,
    connectMs: 5_000,
    proxyFor: async () => new URL(`http://${proxy.host}`),
  })
  await expect(open(`https://${NAME}/v1/responses`, {}, SIGNAL)).rejects.toThrow(/certificate/)
})

it('gives up a server that answers nothing, at once when it is stopped', async () => {
  const server = createPlain()
  server.on('upgrade', (_request, socket) => closers.push(() => void socket.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const { port } = server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}/v1/responses`
  const late = createTextSockets({ clock: systemClock, connectMs: 30 })
  await expect(late(address, {}, SIGNAL)).rejects.toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' })
  const stopping = new AbortController()
  const asked = createTextSockets({ clock: systemClock, connectMs: 5_000 })(address, {}, stopping.signal)
  stopping.abort(new Error('Stopped.'))
  await expect(asked).rejects.toThrow('Stopped.')
})
