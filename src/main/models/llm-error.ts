import { AppError, type ErrorCode } from '#shared/errors.ts'
import { connectionError } from './connection-error.ts'
import type { ErrorScene } from './error-scene.ts'
import { retryAfterOf } from './retry-after.ts'
import { readable } from './server-words.ts'

/** A refusal in HTTP terms, wherever it was read. */
export type Refusal = {
  /** `null` when the server reported the error inside a stream. */
  readonly status: number | null
  readonly headers?: Headers | undefined
  /** The server's own words, or an empty text. */
  readonly words: string
  /** The server's own code or type of error, or an empty text. */
  readonly kind?: string
}

const OVERFLOW =
  /context[\s_-]*(length|window|size)|maximum context|too many (input )?tokens|prompt is too long|input is too long|exceeds? (the )?(available )?context|reduce the length|token limit/i
const OVERFLOW_KIND = /context_length_exceeded|exceed_context_size|string_above_max_length|request_too_large/i
const NO_QUOTA = /insufficient_quota|billing|payment|credit/i

/** Turns anything a request threw into an `AppError` whose sentence a person can act on. */
export function llmError(error: unknown, scene: ErrorScene): AppError {
  const known = appErrorIn(error)
  if (known !== null) return known
  const api = refusalOf(error)
  if (api !== null) return refusalError(api, scene)
  const connection = connectionError(error, scene)
  if (connection !== null) return connection
  if (error instanceof SyntaxError) {
    return new AppError(
      'llm.stream',
      `${scene.host} sent an answer that is not valid: a piece of the stream is not JSON. Try again; if it stays, the address may belong to another kind of server.`,
    )
  }
  scene.onUnknown(error)
  return new AppError(
    'llm.other',
    `The request to ${scene.model} at ${scene.host} failed for a reason Orrery does not know. The log has the details.`,
  )
}

/** An error of our own, which the SDK wraps when it comes out of `fetch`. */
function appErrorIn(error: unknown): AppError | null {
  let current = error
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    if (current instanceof AppError) return current
    current = current.cause
  }
  return null
}

/** The sentence for an HTTP status or an error event in the stream. */
export function refusalError(refusal: Refusal, scene: ErrorScene): AppError {
  const { code, sentence } = verdict(refusal, scene)
  const retryAfterMs = retryAfterOf(refusal.headers, scene.now)
  return new AppError(code, `${sentence}${quoted(refusal.words, scene)}`, { retryAfterMs })
}

type Verdict = { code: ErrorCode; sentence: string }

function verdict(refusal: Refusal, scene: ErrorScene): Verdict {
  const { host, model } = scene
  const status = refusal.status ?? statusInside(refusal)
  if (overflows(refusal, status)) {
    return {
      code: 'llm.context_overflow',
      sentence: `The conversation is longer than ${model} at ${host} can read. Compact it, or start a new chat.`,
    }
  }
  if (status !== null && status >= 300 && status < 400) return redirected(refusal, scene)
  if (status === 401) return { code: 'llm.auth', sentence: keyRefused(scene) }
  if (status === 403) {
    return {
      code: 'llm.auth',
      sentence: `${host} does not allow this key to use ${model}. Check the key's permissions with the provider.`,
    }
  }
  if (status === 402 || (status === 429 && NO_QUOTA.test(`${refusal.kind} ${refusal.words}`))) {
    return {
      code: 'llm.other',
      sentence: `The account at ${host} has no credit left for ${model}. Top it up with the provider, or choose another model.`,
    }
  }
  if (status === 404) return notFound(refusal, scene)
  return transient(status, scene) ?? rejected(status, scene)
}

function transient(status: number | null, { host, model }: ErrorScene): Verdict | null {
  if (status === 408)
    return { code: 'llm.timeout', sentence: `${host} gave up waiting for the request. Try again.` }
  if (status === 429) {
    return {
      code: 'llm.rate_limit',
      sentence: `${host} is limiting requests for ${model}. Wait a little, then try again.`,
    }
  }
  if (status === 503 || status === 529) {
    return {
      code: 'llm.rate_limit',
      sentence: `${host} is overloaded or still loading ${model} (HTTP ${status}). Try again in a moment.`,
    }
  }
  if (status === 504) {
    return {
      code: 'llm.timeout',
      sentence: `${host} did not get an answer from ${model} in time (HTTP 504). Try again.`,
    }
  }
  if (status !== null && status >= 500) {
    return {
      code: 'llm.stream',
      sentence: `${host} failed while answering with ${model} (HTTP ${status}). Try again; if it stays, look at the server.`,
    }
  }
  if (status === null) {
    return {
      code: 'llm.stream',
      sentence: `${host} broke off the answer of ${model} with an error. Try again.`,
    }
  }
  return null
}

function rejected(status: number | null, { host, model }: ErrorScene): Verdict {
  return { code: 'llm.other', sentence: `${host} refused the request to ${model} (HTTP ${status}).` }
}

function keyRefused({ host, hasKey }: ErrorScene): string {
  return hasKey
    ? `${host} did not accept the API key. Check the key in the vault, or store a new one.`
    : `${host} wants an API key and none is set for this model. Add one in the model's settings.`
}

function notFound(refusal: Refusal, { host, model }: ErrorScene): Verdict {
  const named = refusal.words !== '' && /model/i.test(`${refusal.kind} ${refusal.words}`)
  const sentence = named
    ? `${host} does not have the model ${model}. Check its name, or install it on the server.`
    : `There is no chat API at this address of ${host}. Check the base URL (most end in /v1) and the model name ${model}.`
  return { code: 'llm.not_found', sentence }
}

function redirected(refusal: Refusal, { host, hide }: ErrorScene): Verdict {
  const to = readable(hide(refusal.headers?.get('location') ?? ''))
  const where = to === '' ? 'another address' : to
  return {
    code: 'llm.other',
    sentence: `${host} sends requests on to ${where}. If you trust it, set that address as the base URL.`,
  }
}

function overflows(refusal: Refusal, status: number | null): boolean {
  if (status === 413) return true
  if (OVERFLOW_KIND.test(refusal.kind ?? '')) return true
  return status !== 401 && status !== 403 && status !== 429 && OVERFLOW.test(refusal.words)
}

/** Some servers send `{"error":{"code":429}}` inside a stream that began with 200. */
function statusInside(refusal: Refusal): number | null {
  const kind = refusal.kind ?? ''
  if (/^[45]\d\d$/.test(kind)) return Number(kind)
  if (/rate_limit/i.test(kind)) return 429
  return /overloaded/i.test(kind) ? 529 : null
}

function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('headers' in error) || !('status' in error)) return null
  const status = typeof error.status === 'number' ? error.status : null
  if (status === null && !(error.headers instanceof Headers)) return null
  const body = 'error' in error ? error.error : null
  return {
    status,
    headers: error.headers instanceof Headers ? error.headers : undefined,
    words: wordsOf(body) || (body === undefined ? error.message.replace(/^\d{3}\s+/, '') : ''),
    kind: kindOf(body),
  }
}

/** The words of an error body, in any of the shapes servers use. */
export function wordsOf(body: unknown): string {
  if (typeof body === 'string') return body
  if (typeof body !== 'object' || body === null) return ''
  for (const key of ['message', 'error', 'detail', 'msg']) {
    const words = wordsOf((body as Record<string, unknown>)[key])
    if (words !== '') return words
  }
  return ''
}

export function kindOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return ''
  const { code, type } = body as { code?: unknown; type?: unknown }
  if (typeof code === 'string' || typeof code === 'number') return String(code)
  return typeof type === 'string' ? type : ''
}

function quoted(words: string, { hide }: ErrorScene): string {
  const text = readable(hide(words))
  return text === '' ? '' : ` The server says: “${text}”`
}
