import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../../lib/clock.ts'
import { createRedactor } from '../../lib/redact.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Embedder } from '../embedder.ts'
import type { ErrorScene } from '../errors/error-scene.ts'
import { llmError, refusalError } from '../errors/llm-error.ts'
import { refusalIn } from '../errors/refusal.ts'
import type { HttpAnswer } from '../http/http-answer.ts'
import type { Fetch } from '../http/http-fetch.ts'
import { throwIfStopped } from '../http/stopped.ts'

export type OpenAiEmbeddingsDeps = {
  /** The model as its server calls it. */
  readonly id: string
  /** The name its vectors are kept under. */
  readonly ref: string
  readonly baseUrl: string
  /** Asked before every request, so that a key lives no longer than it is needed. */
  readonly readKey: (signal: AbortSignal) => Promise<Secret | null>
  readonly fetch: Fetch
  readonly clock: Clock
  /** Time limit of one request, in milliseconds. A local server may have to load its model first. */
  readonly limitMs: number
  readonly onUnknown: (error: unknown) => void
}

/** Far more than vectors for one request take, far less than would hurt. */
const MOST_BYTES = 64 * 1024 * 1024

const Answer = z.object({
  data: z.array(z.object({ index: z.exactOptional(z.number().int()), embedding: z.array(z.number()) })),
})

const Used = z.object({ usage: z.object({ prompt_tokens: z.number().int().nonnegative() }) })

/** Estimated characters of one token, for servers that count none. */
const CHARS_PER_TOKEN = 4

/** An embeddings model behind any server that speaks the OpenAI protocol. */
export function createOpenAiEmbeddings(deps: OpenAiEmbeddingsDeps): Embedder {
  const { id, baseUrl, clock } = deps
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
  return {
    model: deps.ref,
    embed: async (texts, signal, onUsed) => {
      throwIfStopped(signal)
      const redactor = createRedactor()
      const scene = { host, model: id, hasKey: false, hide: redactor.text, onUnknown: deps.onUnknown }
      const ending = new AbortController()
      const stopTimer = clock.schedule(deps.limitMs, () =>
        ending.abort(AppError.saying('llm.timeout', say('llm.stalled', { host, model: id }))),
      )
      try {
        const secret = await deps.readKey(signal)
        if (secret !== null) redactor.add(secret.reveal())
        const either = AbortSignal.any([signal, ending.signal])
        const body = JSON.stringify({ model: id, input: texts, encoding_format: 'float' })
        const now = { ...scene, hasKey: secret !== null, now: clock.now() }
        const answer = parsed(await post(deps, { body, secret, scene: now }, either))
        const counted = countedIn(answer)
        if (counted !== null) onUsed?.(counted)
        const vectors = vectorsOf(answer, texts.length, now)
        if (counted === null) onUsed?.(estimateOf(texts))
        return vectors
      } catch (error) {
        throwIfStopped(signal)
        throwIfStopped(ending.signal)
        throw llmError(error, { ...scene, now: clock.now() })
      } finally {
        stopTimer()
      }
    },
  }
}

type Post = { readonly body: string; readonly secret: Secret | null; readonly scene: ErrorScene }

/** The text of the answer, or what the server's refusal means. */
async function post(
  { fetch, baseUrl }: Pick<OpenAiEmbeddingsDeps, 'fetch' | 'baseUrl'>,
  { body, secret, scene }: Post,
  signal: AbortSignal,
): Promise<string> {
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' }
  if (secret !== null) headers['authorization'] = `Bearer ${secret.reveal().trim()}`
  const address = `${baseUrl.replace(/\/+$/, '')}/embeddings`
  const response = await fetch(address, { method: 'POST', headers, body, signal, redirect: 'manual' })
  if (!response.ok) throw refusalError(await refusalIn(response), scene)
  const text = await readCapped(response)
  if (text === null) throw noVectors(scene)
  return text
}

/** Reads an answer that may hold anything: fewer vectors than texts, of different lengths, or something else. */
function vectorsOf(given: unknown, count: number, scene: ErrorScene): Float32Array<ArrayBuffer>[] {
  const answer = Answer.safeParse(given)
  if (!answer.success) throw noVectors(scene)
  const vectors: Float32Array<ArrayBuffer>[] = []
  for (const [at, { index, embedding }] of answer.data.data.entries()) {
    vectors[index ?? at] = Float32Array.from(embedding)
  }
  const length = vectors[0]?.length ?? 0
  const whole = Array.from({ length: count }, (_, at) => vectors[at])
  if (length === 0 || vectors.length !== count || !whole.every((each) => each?.length === length)) {
    throw noVectors(scene)
  }
  if (!vectors.every((vector) => vector.every((each) => Number.isFinite(each)))) throw noVectors(scene)
  return vectors
}

/** Returns the tokens that the server counted; null where it counted none. */
function countedIn(answer: unknown): number | null {
  const used = Used.safeParse(answer)
  return used.success ? used.data.usage.prompt_tokens : null
}

const estimateOf = (texts: readonly string[]): number =>
  texts.reduce((sum, { length }) => sum + Math.ceil(length / CHARS_PER_TOKEN), 0)

function noVectors({ host, model }: ErrorScene): AppError {
  return AppError.saying('llm.other', say('llm.noVectors', { host, model }))
}

async function readCapped(response: HttpAnswer): Promise<string | null> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength
    // Leaving the loop lets go of the connection.
    if (bytes > MOST_BYTES) return null
    text += decoder.decode(piece, { stream: true })
  }
  return text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Other people's servers answer with anything; what is not JSON has no vectors.
    return null
  }
}
