import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { ErrorScene } from './error-scene.ts'

const CERTIFICATE =
  /^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|HOSTNAME_MISMATCH|ERR_SSL_)/
const DROPPED = new Set([
  // An answer that was over before its end.
  'HPE_INVALID_EOF_STATE',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'UND_ERR_SOCKET',
  'ERR_STREAM_PREMATURE_CLOSE',
])
const SLOW = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])

/** The sentence for a connection that could not be made or broke, or null when the error is of another kind. */
export function connectionError(error: unknown, { host, model }: ErrorScene): AppError | null {
  const { code, message } = rootOf(error)
  const local = /^(localhost|127\.|\[::1\])/.test(host)
  if (code === 'ECONNREFUSED') {
    return AppError.saying('llm.stream', say(local ? 'llm.silentHere' : 'llm.silent', { host }))
  }
  if (code === 'ENOTFOUND') {
    return AppError.saying('llm.other', say('llm.noHost', { host }))
  }
  if (code === 'EAI_AGAIN' || code === 'ENETUNREACH' || code === 'EHOSTUNREACH' || code === 'ENETDOWN') {
    return AppError.saying('llm.stream', say('llm.unreachable', { host }))
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return AppError.saying('llm.timeout', say('llm.noConnection', { host }))
  }
  if (SLOW.has(code)) return AppError.saying('llm.timeout', say('llm.stalled', { host, model }))
  if (code === 'EPROTO' || /wrong version number|packet length too long/i.test(message)) {
    return AppError.saying('llm.other', say('llm.noHttps', { host }))
  }
  if (CERTIFICATE.test(code)) {
    return AppError.saying('llm.other', say('llm.certificate', { host, code }))
  }
  if (DROPPED.has(code) || /aborted|connection was closed|terminated|socket hang up/i.test(message)) {
    return AppError.saying('llm.stream', say('llm.lost', { host, model }))
  }
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW' || /not match the HTTP/.test(message)) {
    return AppError.saying('llm.other', say('llm.noHttp', { host }))
  }
  if (code === 'ERR_INVALID_CHAR' || /invalid \S+ header/i.test(message)) {
    return AppError.saying('llm.auth', say('llm.keyBroken', { host }))
  }
  return null
}

/** The innermost error that has a code: `fetch` and tunnels wrap what the socket said. */
function rootOf(error: unknown): { code: string; message: string } {
  let found = { code: '', message: '' }
  let current = error
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    const code = 'code' in current && typeof current.code === 'string' ? current.code : found.code
    found = { code, message: current.message }
    current = current.cause ?? (current instanceof AggregateError ? current.errors[0] : undefined)
  }
  return found
}
