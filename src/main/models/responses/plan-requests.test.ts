import { expect, it } from 'vitest'
import { openAiServed } from '../../../../test/support/protocols/chatgpt-served.ts'
import {
  assistantMessage,
  callPart,
  sampleRequest,
  toolMessage,
  userMessage,
} from '../../../../test/support/protocols/model-samples.ts'
import { createProtocolServer } from '../../../../test/support/protocols/protocol-server.ts'
import { infoOf } from '../../../../test/support/protocols/served-protocols.ts'
import { Secret } from '../../lib/secret.ts'
import { refusalError } from '../errors/llm-error.ts'
import { refusalOf } from '../errors/refusal.ts'
import { fetchModelList } from '../servers/model-list.ts'
import { responsesRequest } from './responses-request.ts'

const TOOLS = ['read', 'edit'].map((name) => ({
  name,
  description: `The tool ${name}.`,
  schema: { type: 'object' },
}))
const HEADERS = { authorization: 'Bearer at_story_1' }
const FREE = { summaries: true, effort: true, encrypted: true, cacheKey: true, pictures: true, pdfs: true }
const DIALECT = { ...FREE, temperature: false, topP: false, limit: false }

const MODEL = infoOf({ api: 'openai-responses', id: 'gpt-5.2' }, { plan: 'chatgpt' })

const asked = (changes: Partial<Parameters<typeof sampleRequest>[0]> = {}) =>
  responsesRequest(
    sampleRequest({
      model: MODEL,
      tools: TOOLS,
      messages: [
        userMessage('Read it.'),
        assistantMessage(callPart('call_1', 'read', { path: 'a' })),
        toolMessage('call_1', 'read', 'one'),
      ],
      temperature: 0.2,
      topP: 0.5,
      ...changes,
    }),
    new Map(),
    DIALECT,
  )

it('sends what a plan allows, and nothing else', () => {
  const body = JSON.parse(JSON.stringify(asked())) as Record<string, unknown>
  expect(openAiServed.fault({ path: '/v1/responses', headers: HEADERS, body })).toBeNull()
  expect(body).toMatchObject({ store: false, stream: true })
  expect(body['tools']).toMatchObject([
    { type: 'namespace', name: 'orrery', tools: [{ name: 'read' }, { name: 'edit' }] },
  ])
})

it('offers a forced tool alone', () => {
  const body = asked({ forcedTool: 'edit' })
  expect(body.tool_choice).toBe('required')
  expect(body.tools).toMatchObject([{ type: 'namespace', tools: [{ name: 'edit' }] }])
})

it('lists the models that a plan offers', async () => {
  const server = await createProtocolServer(openAiServed)
  try {
    const place = { api: 'openai-responses', baseUrl: `${server.origin}/v1` } as const
    const list = await fetchModelList(
      fetch,
      { ...place, key: new Secret('at_story_1') },
      new AbortController().signal,
    )
    expect(list).toMatchObject({ kind: 'list', ids: ['gpt-5.2'] })
  } finally {
    await server.close()
  }
})

it.each([
  [429, 'subscription_sharing_usage_limit_exceeded', 'llm.other', 'is used up for now'],
  [null, 'subscription_sharing_usage_limit_exceeded', 'llm.other', 'is used up for now'],
  [403, 'subscription_sharing_user_not_eligible', 'llm.auth', 'does not let this ChatGPT account'],
  [401, 'subscription_sharing_invalid_user', 'llm.auth', 'Sign in again'],
  [401, 'token_invalidated', 'llm.auth', 'Sign in again'],
] as const)('says what to do after %s %s', (status, code, kind, words) => {
  const scene = { host: 'api.openai.com', model: 'gpt', hasKey: true, plan: 'chatgpt' as const, now: 0 }
  const refusal = refusalOf({ status, headers: undefined, body: { error: { code, message: 'No.' } } })
  const error = refusalError(refusal, { ...scene, hide: (text) => text, onUnknown: () => undefined })
  expect(error.code).toBe(kind)
  expect(error.message).toContain(words)
})
