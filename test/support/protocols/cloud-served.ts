import { createHash, createVerify, generateKeyPairSync } from 'node:crypto'
import { completionsServed } from './completions-served.ts'
import { geminiServed } from './gemini-served.ts'
import { responsesServed } from './responses-served.ts'
import type { ProtocolRequest, ServedProtocol } from './scripted-answer.ts'

/** Checks the headers of a variant before the rules of its protocol, which name a header of their own. */
function withHeaders(
  served: ServedProtocol,
  check: (request: ProtocolRequest) => string | null,
): ServedProtocol {
  const usual = { authorization: 'Bearer of the test' }
  return {
    ...served,
    fault: (request) =>
      check(request) ?? served.fault({ ...request, headers: { ...request.headers, ...usual } }),
  }
}

/** Azure OpenAI: keys have a header of their own and are no bearer tokens. */
export const azureServed: ServedProtocol = {
  ...withHeaders(responsesServed, ({ headers }) => {
    if (headers['authorization'] !== undefined) return 'Azure keys are no bearer tokens.'
    return headers['api-key'] === AZURE_KEY ? null : 'Access denied due to invalid subscription key.'
  }),
  accepts: (path) => path === '/openai/v1/responses',
  list: (path, ids) =>
    path === '/openai/v1/models'
      ? { object: 'list', data: ids.map((id) => ({ id, object: 'model' })) }
      : null,
}
export const AZURE_KEY = 'azure-story-5'

const PAIR = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const EMAIL = 'orrery@tide.iam.gserviceaccount.com'
export const VERTEX_TOKEN = 'ya29.story-6'

/** A service account key as Google hands it out. */
export const ACCOUNT_KEY = JSON.stringify({
  type: 'service_account',
  client_email: EMAIL,
  private_key: PAIR.privateKey.export({ type: 'pkcs8', format: 'pem' }),
})

/** Vertex AI: access tokens only, and no list of models. */
export const vertexServed: ServedProtocol = {
  ...withHeaders(geminiServed, ({ headers }) =>
    headers['authorization'] === `Bearer ${VERTEX_TOKEN}` && headers['x-goog-api-key'] === undefined
      ? null
      : 'Request had invalid authentication credentials.',
  ),
  list: () => null,
}

/** Google's token server, which gives a token for an assertion with a true signature. */
export const tokensServed: ServedProtocol = {
  ...geminiServed,
  accepts: () => false,
  besides: ({ path, text = '' }) => {
    if (path !== '/token') return undefined
    const [head = '', claims = '', signature = ''] = (new URLSearchParams(text).get('assertion') ?? '').split(
      '.',
    )
    const isSigned = createVerify('RSA-SHA256')
      .update(`${head}.${claims}`)
      .verify(PAIR.publicKey, signature, 'base64url')
    return isSigned
      ? { status: 200, body: { access_token: VERTEX_TOKEN, expires_in: 3_600 } }
      : { status: 400, body: { error: 'invalid_grant' } }
  },
}

export const OPENROUTER_KEY = 'sk-or-story-7'

/**
 * OpenRouter with its sign-in. The browser of a test sends the challenge back as the code, so that the server needs no
 * memory to check the verifier.
 */
export const openRouterServed: ServedProtocol = {
  ...completionsServed,
  list: (path, ids) =>
    path === '/api/v1/models' ? { data: ids.map((id) => ({ id, object: 'model' })) } : null,
  besides: ({ path, body }) => {
    if (path !== '/api/v1/auth/keys') return undefined
    const { code, code_verifier: verifier, code_challenge_method: method } = body
    const challenge = createHash('sha256').update(String(verifier)).digest('base64url')
    return method === 'S256' && code === challenge
      ? { status: 200, body: { key: OPENROUTER_KEY, user_id: 'tide' } }
      : { status: 403, body: { error: { message: 'Invalid code or code_verifier.', code: 403 } } }
  },
  fault: (request) =>
    request.headers['authorization'] === `Bearer ${OPENROUTER_KEY}`
      ? completionsServed.fault(request)
      : 'No auth credentials found',
}
