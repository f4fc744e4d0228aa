import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../../lib/clock.ts'
import { connectionError } from '../errors/connection-error.ts'
import type { Fetch, HttpQuestion } from '../http/http-fetch.ts'
import { readJson } from '../http/read-json.ts'

type Deps = {
  readonly fetch: Fetch
  readonly clock: Pick<Clock, 'now'>
  /** The host that messages name. */
  readonly host: string
  /** Time limit of one question in milliseconds. */
  readonly limitMs: number
}

/** The answer of a server. `body` is null when it is no JSON or too long. */
export type ServerAnswer = { readonly ok: boolean; readonly status: number; readonly body: unknown }

/**
 * Creates the way to ask a server of a sign-in, which is followed to no other address. It rejects with an `AppError` when
 * the server cannot be reached or is silent, and with the reason of the signal.
 */
export function createServerQuestions({ fetch, clock, host, limitMs }: Deps) {
  return async (address: string, question: HttpQuestion, signal: AbortSignal): Promise<ServerAnswer> => {
    const late = AbortSignal.timeout(limitMs)
    try {
      const limited = AbortSignal.any([signal, late])
      const response = await fetch(address, { ...question, signal: limited, redirect: 'manual' })
      const { body } = await readJson(response)
      return { ok: response.ok, status: response.status, body }
    } catch (error) {
      signal.throwIfAborted()
      const silent = AppError.saying('llm.timeout', say('signIn.silent', { host }))
      if (late.aborted) throw silent
      const scene = { host, model: '', hasKey: false, now: clock.now() }
      const hidden = { ...scene, hide: (text: string) => text, onUnknown: () => undefined }
      throw connectionError(error, hidden) ?? silent
    }
  }
}
