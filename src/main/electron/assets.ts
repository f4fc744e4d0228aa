import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { APP_HOST } from './windows/content-policy.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}

/** One part of a path as the build writes it. No dot in front, no colon, no slash of either kind. */
const PART = /^(?!\.)[\w.@~+-]+$/

/** An answer in the words of the browser: a status, headers, and the whole file. */
export type Asset = {
  readonly statusCode: number
  readonly headers: Record<string, string>
  readonly data: Buffer
}

const NOTHING = Buffer.alloc(0)

/**
 * Answers requests for our own pages with files of one folder, and with nothing else on the disk. Not with a
 * `Response`: the first one makes Node load its HTTP client, which holds up the start. What is at hand is answered at once,
 * since a promise would wait for the loop, which reads the app's code just then.
 */
export function createAssets(
  folder: string,
  header: string,
  read: (file: string) => Buffer | Promise<Buffer> = readFile,
) {
  const headers = {
    'content-security-policy': header,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  }
  const refuse = (statusCode: number): Asset => ({ statusCode, headers, data: NOTHING })

  const answer = (type: string, bytes: Buffer, method: string): Asset => ({
    statusCode: 200,
    headers: { ...headers, 'content-type': type, 'content-length': String(bytes.byteLength) },
    data: method === 'HEAD' ? NOTHING : bytes,
  })

  return ({ method, url }: { readonly method: string; readonly url: string }): Asset | Promise<Asset> => {
    if (method !== 'GET' && method !== 'HEAD') return refuse(405)
    const parts = partsOf(url)
    const type = parts === null ? undefined : TYPES[extname(parts.at(-1) ?? '').toLowerCase()]
    if (parts === null || type === undefined) return refuse(404)
    const bytes = read(join(folder, ...parts))
    if (Buffer.isBuffer(bytes)) return answer(type, bytes, method)
    return bytes.then(
      (late) => answer(type, late, method),
      (error: NodeJS.ErrnoException) => absent(error) ?? refuse(404),
    )
  }
}

/** The parts of the path below the folder, or null when the address is not one the build can have made. */
export function partsOf(address: string): string[] | null {
  if (!URL.canParse(address)) return null
  const { host, pathname } = new URL(address)
  if (host !== APP_HOST) return null
  try {
    const parts = decodeURIComponent(pathname === '/' ? '/index.html' : pathname)
      .slice(1)
      .split('/')
    return parts.every((part) => PART.test(part)) ? parts : null
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'EISDIR' || error.code === 'ENOTDIR') return null
  throw error
}
