import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext } from 'node:tls'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'

type Way = {
  readonly proxy: URL
  readonly target: URL
  /** The trusted certificates; undefined for Node's own. */
  readonly roots: SecureContext | undefined
}

/** A connection to an HTTPS address that goes through a proxy, which sees where it leads and nothing of what is said. */
export async function openTunnel(way: Way, signal: AbortSignal): Promise<Socket> {
  const { target, roots } = way
  const socket = await connectThrough(way, signal)
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const secure = connectTls({
    socket,
    ...trust(roots),
    ...(isIP(host) === 0 ? { servername: host } : { host }),
  })
  const stop = () => secure.destroy(reasonOf(signal))
  signal.addEventListener('abort', stop, { once: true })
  try {
    await new Promise<void>((resolve, reject) => {
      secure.once('secureConnect', resolve)
      secure.once('error', reject)
      secure.once('close', () => reject(new Error('The connection was closed.')))
    })
    return secure
  } catch (error) {
    secure.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const trust = (roots: Way['roots']) => (roots === undefined ? {} : { secureContext: roots })

function connectThrough({ proxy, target, roots }: Way, signal: AbortSignal): Promise<Socket> {
  const where = `${target.hostname}:${target.port === '' ? '443' : target.port}`
  const send = proxy.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const asking = send({
      ...wayTo(proxy),
      ...trust(roots),
      method: 'CONNECT',
      path: where,
      agent: false,
      signal,
      headers: { host: where, ...credentialsOf(proxy) },
    })
    asking.once('connect', (answer, socket) => {
      if (answer.statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(refusedBy(proxy, target, answer))
    })
    asking.once('response', (answer) => {
      answer.destroy()
      reject(refusedBy(proxy, target, answer))
    })
    asking.once('error', (error) => {
      reject(signal.aborted ? reasonOf(signal) : unreachable(proxy, target, error))
    })
    asking.end()
  })
}

/** Returns the address of a proxy as Node request options. */
export function wayTo({ protocol, hostname, port }: URL) {
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  }
}

/** The name and password of a proxy, as it wants to be told them. They go to it and nowhere else. */
export function credentialsOf(proxy: URL): Record<string, string> {
  const { authorization } = authorizationOf(proxy)
  return authorization === undefined ? {} : { 'proxy-authorization': authorization }
}

/** Returns the authorization header for the credentials in an address. */
export function authorizationOf({ username, password }: URL): { readonly authorization?: string } {
  if (username === '' && password === '') return {}
  const pair = Buffer.from(`${plain(username)}:${plain(password)}`).toString('base64')
  return { authorization: `Basic ${pair}` }
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    // A lone percent sign: it was written as it is.
    if (error instanceof URIError) return text
    throw error
  }
}

/** Returns the error for a proxy that rejected a request. */
export function refusedBy(proxy: URL, target: URL, { statusCode }: Pick<IncomingMessage, 'statusCode'>) {
  const facts = { proxy: proxy.host, host: target.host }
  return statusCode === 407
    ? AppError.saying('llm.other', say('llm.proxyPassword', { ...facts, variable: variableFor(target) }))
    : AppError.saying('llm.other', say('llm.proxyRefused', { ...facts, status: String(statusCode ?? '?') }))
}

/** Returns the error for an unreachable proxy; other errors are returned unchanged. */
export function unreachable(proxy: URL, target: URL, error: Error): Error {
  const code = 'code' in error ? String(error.code) : ''
  if (!/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ECONNRESET)$/.test(code)) return error
  const facts = { proxy: proxy.host, host: target.host, variable: variableFor(target) }
  return AppError.saying('llm.other', say('llm.proxySilent', facts))
}

/** Returns the environment variable of the proxy for an address. */
const variableFor = ({ protocol }: URL) => (protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY')

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('The request was stopped.')
}
