import { execFileSync } from 'node:child_process'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openTempFolder } from '../../../../test/support/disk/temp-folder.ts'
import { openPort } from '../../tools/jobs/opened-port.ts'
import { createWaiting } from '../waiting-connections.ts'
import forwarder from './forward.pl?raw'

const PIECE = Buffer.alloc(1024 * 1024, 'tide')
const PIECES = 48

const listening = (server: Server, at: string | number) =>
  new Promise<void>((done) => void server.listen(at, () => done()))

/** A port without a listener. */
async function freePort(): Promise<number> {
  const server = createServer()
  await listening(server, 0)
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

describe.skipIf(process.platform !== 'linux')('the forwarder of the sandbox', () => {
  it('brings answers while more is sent than anyone holds, to a server that waits until its answer is taken', async () => {
    const { at } = await openTempFolder('forward')
    const app = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket))
    await listening(app, at('app'))
    const port = await freePort()
    const started = execFileSync('/usr/bin/perl', ['-e', forwarder, String(port), at('app')], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    onTestFinished(() => {
      for (const pid of started.split(' ')) process.kill(Number(pid), 'SIGKILL')
      app.close()
    })
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    onTestFinished(() => void client.destroy())
    Readable.from(Array.from({ length: PIECES }, () => PIECE)).pipe(client)
    let got = 0
    for await (const piece of client) got += (piece as Buffer).length
    expect(got).toBe(PIECES * PIECE.length)
  })

  it('lets the app reach ports of the sandbox, one connection for each time', async () => {
    const { at } = await openTempFolder('reach')
    const kept = new Set<Socket>()
    const { server, dial } = createWaiting((socket) => void kept.add(socket))
    await listening(server, at('reach'))
    const started = execFileSync('/usr/bin/perl', ['-e', forwarder, '0', at('reach')], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    onTestFinished(() => {
      process.kill(Number(started), 'SIGKILL')
      for (const socket of kept) socket.destroy()
      server.close()
    })
    const inside = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket))
    await listening(inside, 0)
    onTestFinished(() => void inside.close())
    const opened = await openPort(dial, (inside.address() as AddressInfo).port)
    onTestFinished(opened.close)
    const echo = async (words: string): Promise<string> => {
      const client = connect({ port: opened.port, host: '127.0.0.1', allowHalfOpen: true })
      onTestFinished(() => void client.destroy())
      client.end(words)
      let got = ''
      for await (const piece of client) got += String(piece)
      return got
    }
    const words = Array.from({ length: 12 }, (_, at) => `tide ${at} `.repeat(20_000))
    expect(await Promise.all(words.map(echo))).toEqual(words)
    opened.close()
    await expect(echo('after')).rejects.toThrow()
  })
})
