import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../../lib/clock.ts'
import { listenForRedirect } from '../../lib/loopback.ts'
import { verifiedSubject } from './chatgpt-identity.ts'
import { type ChatGptRecords, IssuedClient, type Registration } from './chatgpt-records.ts'
import { CHATGPT, CHATGPT_HOST, type ChatGptServer, grantsPlan, type Tokens } from './chatgpt-server.ts'
import { createOneSignIn } from './one-sign-in.ts'

type Deps = {
  readonly server: ChatGptServer
  readonly records: ChatGptRecords
  readonly clock: Pick<Clock, 'now'>
  /** Keeps a token out of every log and text. */
  readonly hide: (token: string) => void
  /** Opens an address in the person's browser. */
  readonly openLink: (url: string) => Promise<void>
}

/** The redirect address of OpenAI's documentation. Another port is taken where this one is not free. */
const PORT = 1_455
const PATH = '/auth/callback'
const AGENT_NAME = 'Orrery'
const REVOKE_MS = 10_000

/**
 * Creates the sign-in that lets the app use the person's ChatGPT plan. The first one registers this installation, later
 * ones reuse what it was registered as. The tokens go from OpenAI's server into the vault and through no window.
 */
export function createChatGptSignIn(deps: Deps) {
  const { server, records, openLink } = deps
  const one = createOneSignIn()

  const askPerson = async (registration: Registration, signal: AbortSignal) => {
    const [state, nonce, verifier] = [random(), random(), random()]
    const listening = await listenForRedirect({ port: PORT, isFixed: false, state, path: PATH }, signal)
    const { redirect } = listening
    try {
      const page = pageOf(registration, { redirect, state, nonce, verifier })
      await openLink(page).catch((error: unknown) => {
        throw AppError.saying('config.invalid', say('signIn.noBrowser'), { cause: error })
      })
      return { params: await listening.answer, redirect, nonce, verifier }
    } finally {
      listening.close()
    }
  }

  const signIn = async (signal: AbortSignal): Promise<void> => {
    const registration = await records.registration(signal)
    const { params, redirect, nonce, verifier } = await askPerson(registration, signal)
    const code = params.get('code')
    if (params.has('error') || code === null || code === '')
      throw AppError.saying('llm.auth', say('signIn.refused'))
    const client = clientIn(params, registration)
    const tokens = await server.exchange({ client, code, verifier, redirect }, signal)
    if (tokens === 'gone') {
      await records.keepRegistration(withoutClient(registration), signal)
      throw AppError.saying('llm.auth', say('signIn.clientGone', { host: CHATGPT_HOST }))
    }
    await settle(deps, { tokens, registration, client, nonce }, signal)
  }

  return {
    /** Opens the browser and waits until the tokens are in the vault. Rejects when the sign-in is canceled. */
    start: (signal: AbortSignal): Promise<void> => one.run(signIn, signal),
    cancel: one.cancel,
  }
}

export type ChatGptSignIn = ReturnType<typeof createChatGptSignIn>

type Answered = {
  readonly tokens: Tokens
  readonly registration: Registration
  readonly client: string
  readonly nonce: string
}

/** Stores the tokens of a verified account that grants its plan. Those of any other are revoked. */
async function settle(
  { server, records, clock, hide }: Deps,
  { tokens, registration, client, nonce }: Answered,
  signal: AbortSignal,
): Promise<void> {
  const { access_token: access, refresh_token: refresh = null, id_token: idToken } = tokens
  for (const token of [access, refresh, idToken]) if (token) hide(token)
  const { host } = registration
  try {
    const now = clock.now()
    const keys = await server.keys(signal)
    const subject = await verifiedSubject({ idToken, keys, client, nonce, now })
    if (registration.subject !== null && registration.subject !== subject) {
      await records.keepRegistration(withoutClient(registration), signal)
      throw AppError.saying('llm.auth', say('signIn.otherAccount'))
    }
    const isGranted = grantsPlan(tokens.scope)
    await records.keepRegistration({ host, client, subject, withheld: !isGranted }, signal)
    if (!isGranted) throw AppError.saying('llm.auth', say('signIn.noPlan'))
    const until = now + tokens.expires_in * 1_000
    await records.keepSession({ client, access, refresh, until }, signal)
  } catch (error) {
    // Nothing here will use them any more; that they also expire is enough if the server does not hear of it. The
    // signal may be what ended the sign-in.
    if (refresh !== null)
      await server.revoke({ client, refresh }, AbortSignal.timeout(REVOKE_MS)).catch(() => undefined)
    throw error
  }
}

/** The client that the redirect names. One that was issued before cannot be replaced by another. */
function clientIn(params: URLSearchParams, { client }: Registration): string {
  const named = params.get('client_id')
  const issued = client ?? IssuedClient.safeParse(named).data ?? null
  if (issued === null || (named !== null && named !== issued)) {
    throw AppError.saying('llm.auth', say('signIn.noClient', { host: CHATGPT_HOST }))
  }
  return issued
}

function withoutClient({ host }: Registration): Registration {
  return { host, client: null, subject: null, withheld: false }
}

type Attempt = {
  readonly redirect: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

function pageOf(
  { host, client, withheld }: Registration,
  { redirect, state, nonce, verifier }: Attempt,
): string {
  const url = new URL(CHATGPT.page)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: client ?? CHATGPT.firstClient,
    redirect_uri: redirect,
    scope: CHATGPT.scope,
    resource: CHATGPT.resource,
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ext_agent_host_id: host,
  }).toString()
  if (client === null) url.searchParams.set('agent_name_hint', AGENT_NAME)
  if (withheld) url.searchParams.set('prompt', 'consent')
  return url.href
}

function random(): string {
  return randomBytes(32).toString('base64url')
}
