import { createVerify, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { geminiServed } from '../../../../test/support/protocols/gemini-served.ts'
import {
  sampleInfo,
  sampleRequest,
  toolMessage,
  userMessage,
} from '../../../../test/support/protocols/model-samples.ts'
import { createProtocolServer } from '../../../../test/support/protocols/protocol-server.ts'
import { responsesServed } from '../../../../test/support/protocols/responses-served.ts'
import type { ProtocolRequest, ServedProtocol } from '../../../../test/support/protocols/scripted-answer.ts'
import { answerOf } from '../../../../test/support/protocols/served-protocols.ts'
import type { ModelInfo } from '../../../shared/model/model.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { Secret } from '../../lib/secret.ts'
import { createGoogleGenerativeAi } from '../gemini/google-generative-ai.ts'
import type { Model } from '../model.ts'
import { createOpenAiResponses } from '../responses/openai-responses.ts'
import { createHttpFetch, type Fetch } from './http-fetch.ts'
import { DEFAULT_TIMEOUTS } from './model-timeouts.ts'
import { createServiceAccounts } from './service-account.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const AZURE = 'https://tide.openai.azure.com'
const VERTEX = 'https://us-central1-aiplatform.googleapis.com'
const TOKENS = 'https://oauth2.googleapis.com'
const TOOL = { name: 'read', description: 'Reads a file.', schema: { type: 'object', properties: {} } }

/** Sends requests to the servers of the test instead of the hosts they name, over real HTTP. */
function routed(routes: Readonly<Record<string, string>>): Fetch {
  const fetch = createHttpFetch({ clock: systemClock, connectMs: 10_000 })
  return (url, init) => {
    const { origin } = new URL(url)
    const to = routes[origin]
    if (to === undefined) throw new Error(`The test has no server for ${origin}.`)
    return fetch(String(url).replace(origin, to), init)
  }
}

/** Checks the headers of a variant before the rules of its protocol. */
function withHeaders(
  served: ServedProtocol,
  check: (request: ProtocolRequest) => string | null,
): ServedProtocol {
  return {
    ...served,
    fault: (request) =>
      check(request) ??
      served.fault({ ...request, headers: { ...request.headers, authorization: 'Bearer of the test' } }),
  }
}

/** Has a model think, call a tool and answer, with its reasoning sent back. */
async function toolRound(model: Model, info: ModelInfo) {
  const messages = [userMessage('When?')]
  const ask = async () => {
    const answer = await answerOf(
      model,
      sampleRequest({ model: info, tools: [TOOL], effort: 'high', messages: [...messages] }),
    )
    messages.push(answer)
    for (const part of answer.parts) {
      if (part.t === 'tool_call') messages.push(toolMessage(part.callId, 'read', 'At noon.'))
    }
    return answer
  }
  await ask()
  return ask()
}

const CALLS = {
  parts: [
    { t: 'reasoning', text: 'I must read it.' },
    { t: 'call', id: 'call_1', name: 'read', args: { path: 'tide.txt' } },
  ],
} as const
const DONE = { parts: [{ t: 'text', text: 'At noon.' }] } as const

const common = {
  clock: systemClock,
  timeouts: DEFAULT_TIMEOUTS,
  logger: silentLogger,
  turnBudget: () => null,
}

describe('Azure OpenAI', () => {
  it('gets its key in its own header, and a whole tool round', async () => {
    const served = withHeaders(responsesServed, ({ headers }) => {
      if (headers['authorization'] !== undefined) return 'Azure keys are no bearer tokens.'
      return headers['api-key'] === 'azure-key' ? null : 'Access denied due to invalid subscription key.'
    })
    const server = await createProtocolServer(served)
    closers.push(server.close)
    const info = sampleInfo({
      ref: 'azure/gpt-6',
      id: 'gpt-6',
      provider: 'azure',
      api: 'openai-responses',
      reasoning: true,
    })
    const model = createOpenAiResponses({
      ...common,
      info,
      baseUrl: `${AZURE}/openai/v1`,
      fetch: routed({ [AZURE]: server.origin }),
      readKey: async () => new Secret('azure-key'),
    })
    server.enqueue(CALLS, DONE)
    expect((await toolRound(model, info)).parts).toMatchObject([{ t: 'text', text: 'At noon.' }])
    expect(server.faults).toEqual([])
    expect(server.requests.map(({ path }) => path)).toEqual(['/openai/v1/responses', '/openai/v1/responses'])
    expect(server.requests[1]?.body).toMatchObject({ store: false, reasoning: { effort: 'high' } })
  })
})

describe('Vertex AI', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const EMAIL = 'orrery@tide.iam.gserviceaccount.com'
  const account = new Secret(
    JSON.stringify({
      type: 'service_account',
      client_email: EMAIL,
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    }),
  )

  /** Exchanges assertions with a true signature for tokens, as Google does. */
  async function tokenServer() {
    let given = 0
    const server = createServer((incoming, response) => {
      const pieces: Buffer[] = []
      incoming.on('data', (piece: Buffer) => pieces.push(piece))
      incoming.on('end', () => {
        const form = new URLSearchParams(Buffer.concat(pieces).toString())
        const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
        const isSigned = createVerify('RSA-SHA256')
          .update(`${head}.${claims}`)
          .verify(publicKey, signature, 'base64url')
        const { iss, aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string>
        const isTrue = isSigned && iss === EMAIL && aud === `${TOKENS}/token`
        given += 1
        response.writeHead(isTrue ? 200 : 400, { 'content-type': 'application/json' })
        response.end(
          JSON.stringify(
            isTrue ? { access_token: `ya29.${given}`, expires_in: 3_600 } : { error: 'invalid_grant' },
          ),
        )
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => new Promise((resolve) => void server.close(() => resolve())))
    return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, given: () => given }
  }

  it('gets a token that the app signed for, once, and a whole tool round', async () => {
    const served = withHeaders(geminiServed, ({ headers }) => {
      if (headers['x-goog-api-key'] !== undefined) return 'API keys are not supported by this API.'
      return headers['authorization'] === 'Bearer ya29.1'
        ? null
        : 'Request had invalid authentication credentials.'
    })
    const [server, tokens] = [await createProtocolServer(served), await tokenServer()]
    closers.push(server.close)
    const fetch = routed({ [VERTEX]: server.origin, [TOKENS]: tokens.origin })
    const hidden: string[] = []
    const accounts = createServiceAccounts({
      fetch,
      clock: systemClock,
      hide: (token) => void hidden.push(token),
    })
    const info = sampleInfo({
      ref: 'vertex/gemini-3-pro',
      id: 'gemini-3-pro',
      provider: 'vertex',
      api: 'google-generative-ai',
      reasoning: true,
    })
    const root = '/v1/projects/tide/locations/us-central1/publishers/google'
    const model = createGoogleGenerativeAi({
      ...common,
      info,
      baseUrl: `${VERTEX}${root}`,
      fetch,
      readKey: (signal) => accounts(account, signal),
    })
    server.enqueue(CALLS, DONE)
    expect((await toolRound(model, info)).parts).toMatchObject([{ t: 'text', text: 'At noon.' }])
    expect(server.faults).toEqual([])
    expect(tokens.given()).toBe(1)
    expect(hidden).toEqual(['ya29.1'])
    expect(new Set(server.requests.map(({ path }) => path))).toEqual(
      new Set([`${root}/models/gemini-3-pro:streamGenerateContent?alt=sse`]),
    )
  })
})
