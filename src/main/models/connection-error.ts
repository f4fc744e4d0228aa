import { AppError } from '#shared/errors.ts'
import type { ErrorScene } from './error-scene.ts'

const CERTIFICATE =
  /^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|HOSTNAME_MISMATCH|ERR_SSL_)/
const DROPPED = new Set([
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
    const advice = local
      ? 'Start the model server and try again.'
      : 'Check the address and that the server is running.'
    return new AppError('llm.stream', `Nothing answers at ${host}. ${advice}`)
  }
  if (code === 'ENOTFOUND') {
    return new AppError('llm.other', `There is no host named ${host}. Check the address and your connection.`)
  }
  if (code === 'EAI_AGAIN' || code === 'ENETUNREACH' || code === 'EHOSTUNREACH' || code === 'ENETDOWN') {
    return new AppError(
      'llm.stream',
      `${host} cannot be reached. Check your network connection and try again.`,
    )
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return new AppError(
      'llm.timeout',
      `${host} did not accept a connection in time. Check the address and your network.`,
    )
  }
  if (SLOW.has(code))
    return new AppError('llm.timeout', `${host} stopped sending while answering with ${model}. Try again.`)
  if (CERTIFICATE.test(code)) {
    return new AppError(
      'llm.other',
      `The certificate of ${host} cannot be trusted (${code}). Check the address, or make this machine trust the certificate.`,
    )
  }
  if (code === 'EPROTO' || /wrong version number|packet length too long/i.test(message)) {
    return new AppError('llm.other', `${host} does not speak HTTPS. Try the address with http:// instead.`)
  }
  if (code.startsWith('HPE_')) {
    return new AppError(
      'llm.other',
      `What answers at ${host} does not speak HTTP. Check the address and the port.`,
    )
  }
  if (DROPPED.has(code) || /aborted|connection was closed|terminated|socket hang up/i.test(message)) {
    return new AppError(
      'llm.stream',
      `The connection to ${host} was lost while ${model} was answering. Try again.`,
    )
  }
  if (code === 'ERR_INVALID_CHAR') {
    return new AppError(
      'llm.auth',
      `The API key for ${host} contains characters a key cannot have. Store it again.`,
    )
  }
  return null
}

/** The innermost error that has a code: SDKs and fetch wrap what the socket said. */
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
