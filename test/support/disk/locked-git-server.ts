import { spawn } from 'node:child_process'
import { createServer } from 'node:http'

/** The password of `mei`. */
export const GIT_PASSWORD = 'correct horse battery'

/** Serves the repositories of a folder over HTTP to `mei`, who has to give a password. */
export async function lockedGitServer(folder: string) {
  const server = createServer((request, response) => {
    const { authorization = '' } = request.headers
    const wanted = `Basic ${Buffer.from(`mei:${GIT_PASSWORD}`).toString('base64')}`
    if (authorization !== wanted) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="forge"' }).end()
      return
    }
    const url = new URL(request.url ?? '/', 'http://localhost')
    const environment = {
      PATH: process.env['PATH'] ?? '',
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      REMOTE_USER: 'mei',
    }
    const backend = spawn('git', ['http-backend'], { env: environment })
    request.pipe(backend.stdin)
    const pieces: Buffer[] = []
    backend.stdout.on('data', (piece: Buffer) => pieces.push(piece))
    backend.once('close', () => {
      const whole = Buffer.concat(pieces)
      const end = whole.indexOf('\r\n\r\n')
      const lines = whole.subarray(0, end).toString('latin1').split('\r\n')
      const headers = lines.map((line) => line.split(': ') as [string, string])
      const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200'
      response.writeHead(
        Number.parseInt(status, 10),
        Object.fromEntries(headers.filter(([n]) => n !== 'Status')),
      )
      response.end(whole.subarray(end + 4))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
