import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../../lib/clock.ts'
import { connectionError } from '../errors/connection-error.ts'
import { createHttpFetch } from './http-fetch.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  return open(server, () => server.closeAllConnections())
}

async function open(server: Pick<Server, 'listen' | 'close' | 'address'>, end: () => void): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        end()
      }),
  )
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
}

/** A server that says exactly this, and hangs up. */
const saying = async (text: string): Promise<string> => {
  const server = createSocketServer((socket) =>
    socket.on('error', () => {}).once('data', () => void socket.end(text)),
  )
  return open(server as never, () => {})
}

const fetch = createHttpFetch({ clock: systemClock, connectMs: 5_000 })

it('sends a body with its length and reads the answer', async () => {
  const url = await serve((request, response) => {
    request.pipe(response.writeHead(201, { 'x-length': request.headers['content-length'] ?? '' }))
  })
  const response = await fetch(url, { method: 'POST', body: 'grüße' })
  expect([response.status, response.headers.get('x-length'), await response.text()]).toEqual([
    201,
    '7',
    'grüße',
  ])
})

it('gives back a redirect instead of following it with the key', async () => {
  const url = await serve((_request, response) =>
    response.writeHead(302, { location: 'http://evil.example/' }).end(),
  )
  const response = await fetch(url, { headers: { authorization: 'Bearer x' } })
  expect([response.status, response.headers.get('location')]).toEqual([302, 'http://evil.example/'])
})

it('reads only the beginning of an endless refusal', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(500)
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
    }
    response.on('drain', write)
    write()
  })
  const text = await (await fetch(url)).text()
  expect(text.length).toBeGreaterThanOrEqual(64 * 1024)
  expect(text.length).toBeLessThan(1024 * 1024)
})

it('holds back a server that sends faster than it is read', async () => {
  let sent = 0
  const total = 64 * 1024 * 1024
  const url = await serve((_request, response) => {
    const write = () => {
      while (sent < total && !response.destroyed) {
        sent += 65_536
        if (!response.write(Buffer.alloc(65_536))) return
      }
      response.end()
    }
    response.on('drain', write)
    write()
  })
  const response = await fetch(url)
  const reader = (response.body ?? new ReadableStream()).getReader()
  await reader.read()
  expect(sent).toBeLessThan(total)
  await reader.cancel()
})

it('fails on a status no answer can have, and on something that is not HTTP', async () => {
  const ssh = await saying('SSH-2.0-OpenSSH_9.6\r\n')
  await expect(fetch(ssh)).rejects.toThrow('does not match the HTTP/1.1 protocol')
  const odd = await saying('HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n')
  await expect(fetch(odd)).rejects.toThrow(RangeError)
})

it.each([
  ['its length', 'content-length: 10\r\n\r\nhalf'],
  ['its last piece', 'transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
])('says that an answer broke off before %s, although the connection was to close', async (_what, rest) => {
  const url = await saying(`HTTP/1.1 200 OK\r\nconnection: close\r\n${rest}`)
  const read = async () => (await fetch(url)).text()
  await expect(read()).rejects.toThrow()
})

it('takes an answer of which only the end of the connection tells that it is whole', async () => {
  const url = await saying('HTTP/1.1 200 OK\r\n\r\nall of it')
  expect(await (await fetch(url)).text()).toBe('all of it')
})

it('waits for the answer behind what a server says beforehand', async () => {
  const url = await saying(
    'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
  )
  const answer = await fetch(url)
  expect([answer.status, await answer.text()]).toEqual([200, 'ok'])
})

it('says of a key no header can hold that it is broken, and puts it nowhere', async () => {
  const heard: unknown[] = []
  const url = await serve((request) => void heard.push(request.headers))
  const failure = await fetch(url, { headers: { authorization: 'Bearer ключ' } }).catch((error) => error)
  expect(
    connectionError(failure, {
      host: 'lab',
      model: 'm',
      hasKey: true,
      now: 0,
      hide: (text) => text,
      onUnknown: () => undefined,
    }),
  ).toMatchObject({
    code: 'llm.auth',
    said: [{ name: 'llm.keyBroken' }],
  })
  expect([heard, String(failure).includes('ключ')]).toEqual([[], false])
})

it('uses connections again, and others when a server has closed them', async () => {
  const ports = new Set<number | undefined>()
  const url = await serve((request, response) => {
    ports.add(request.socket.remotePort)
    if (request.url === '/last') response.setHeader('connection', 'close')
    response.end('ok')
  })
  const ask = async (path: string) => (await fetch(`${url}${path}`)).text()
  const answers = []
  for (const path of ['', '', '', '', 'last', 'last', '', '', '', '']) answers.push(await ask(path))
  expect(answers).toEqual(Array(10).fill('ok'))
  expect(ports.size).toBeLessThan(6)
})

it('rejects with the reason it was stopped for', async () => {
  const url = await serve(() => {})
  const controller = new AbortController()
  const answer = fetch(url, { signal: controller.signal })
  const reason = new Error('enough')
  controller.abort(reason)
  await expect(answer).rejects.toBe(reason)
  await expect(fetch(url, { signal: controller.signal })).rejects.toBe(reason)
})

it('gives what had come before a connection broke, and then says that it broke', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200)
    response.write('half of ', () => response.write('it', () => response.destroy()))
  })
  const reader = (await fetch(url)).body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const readAll = async () => {
    for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
      text += decoder.decode(piece.value, { stream: true })
    }
  }
  await expect(readAll()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' })
  expect(text).toBe('half of it')
})

it('lets go of the connection when a loop over an answer is left', async () => {
  let ended: (() => void) | undefined
  const gone = new Promise<void>((resolve) => {
    ended = resolve
  })
  const url = await serve((_request, response) => {
    response.on('close', () => ended?.())
    response.writeHead(200)
    response.write('one')
  })
  const response = await fetch(url)
  for await (const piece of response.body ?? []) {
    expect(piece.byteLength).toBe(3)
    break
  }
  await gone
})
