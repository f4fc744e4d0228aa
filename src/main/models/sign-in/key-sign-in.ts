import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../../lib/clock.ts'
import { listenForRedirect } from '../../lib/loopback.ts'
import { Secret } from '../../lib/secret.ts'
import type { Fetch } from '../http/http-fetch.ts'
import { createServerQuestions } from './ask-server.ts'
import { createOneSignIn } from './one-sign-in.ts'

type Deps = {
  readonly fetch: Fetch
  readonly clock: Pick<Clock, 'now'>
  /** Opens an address in the person's browser. */
  readonly openLink: (url: string) => Promise<void>
  /** Stores the key in the vault. */
  readonly keep: (name: string, key: Secret, signal: AbortSignal) => Promise<void>
  /** Time limit of one question in milliseconds. */
  readonly limitMs?: number
}

/** The sign-in of OpenRouter (OAuth with PKCE, RFC 7636; its documentation of 2026-11). It registers no client. */
const OPENROUTER = {
  secret: 'openrouter',
  page: 'https://openrouter.ai/auth',
  keys: 'https://openrouter.ai/api/v1/auth/keys',
} as const

const HOST = new URL(OPENROUTER.keys).host
const LIMIT_MS = 20_000

/** Anything else could not be the value of a header. */
const GivenKey = z.object({ key: z.string().regex(/^[\x21-\x7e]{8,500}$/) })

/**
 * Creates the sign-in that gives the app a key of its own at OpenRouter. The key goes from its server into the vault and
 * through no window. One sign-in waits at a time; another one ends it.
 */
export function createKeySignIn({ fetch, clock, openLink, keep, limitMs = LIMIT_MS }: Deps) {
  const one = createOneSignIn()
  const ask = createServerQuestions({ fetch, clock, host: HOST, limitMs })

  const keyFor = async (code: string, verifier: string, signal: AbortSignal): Promise<Secret> => {
    const question = {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ code, code_verifier: verifier, code_challenge_method: 'S256' }),
    }
    const { ok, status, body } = await ask(OPENROUTER.keys, question, signal)
    const given = GivenKey.safeParse(body)
    if (ok && given.success) return new Secret(given.data.key)
    throw AppError.saying('llm.auth', say('signIn.noKey', { host: HOST, status: String(status) }))
  }

  const signIn = async (signal: AbortSignal): Promise<void> => {
    const verifier = randomBytes(32).toString('base64url')
    const state = randomBytes(16).toString('base64url')
    const listening = await listenForRedirect({ port: null, isFixed: false, state, isInPath: true }, signal)
    try {
      await openLink(pageOf(listening.redirect, verifier)).catch((error: unknown) => {
        throw AppError.saying('config.invalid', say('signIn.noBrowser'), { cause: error })
      })
      const code = (await listening.answer).get('code')
      if (code === null || code === '') throw AppError.saying('llm.auth', say('signIn.refused'))
      await keep(OPENROUTER.secret, await keyFor(code, verifier, signal), signal)
    } finally {
      listening.close()
    }
  }

  return {
    /** Opens the browser and waits until the key is in the vault. Rejects when the sign-in is canceled. */
    start: (signal: AbortSignal): Promise<void> => one.run(signIn, signal),
    cancel: one.cancel,
  }
}

export type KeySignIn = ReturnType<typeof createKeySignIn>

function pageOf(redirect: string, verifier: string): string {
  const url = new URL(OPENROUTER.page)
  url.searchParams.set('callback_url', redirect)
  url.searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'))
  url.searchParams.set('code_challenge_method', 'S256')
  return url.href
}
