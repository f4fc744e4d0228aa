import { afterEach, expect, it } from 'vitest'
import { CHATGPT_SECRET } from '#shared/model/chatgpt-plan.ts'
import { openChatGptRig } from '../../../../test/support/models/chatgpt-rig.ts'
import type { Turns } from '../../../../test/support/protocols/chatgpt-authority.ts'
import { openAiServed } from '../../../../test/support/protocols/chatgpt-served.ts'
import { collectFailure, sampleRequest } from '../../../../test/support/protocols/model-samples.ts'
import { createProtocolServer } from '../../../../test/support/protocols/protocol-server.ts'
import { answerOf, infoOf } from '../../../../test/support/protocols/served-protocols.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { createHttpFetch } from '../http/http-fetch.ts'
import { DEFAULT_TIMEOUTS } from '../http/model-timeouts.ts'
import { createOpenAiResponses } from '../responses/openai-responses.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const API = 'https://api.openai.com/v1'
const never = new AbortController().signal
const INFO = infoOf({ api: 'openai-responses', id: 'gpt-5.2' }, { plan: 'chatgpt' })
const REFUSED = { status: 401, message: 'The token was revoked.' }
const ANSWER = { parts: [{ t: 'text', text: 'At noon.' }] } as const

/** A person who is signed in, and a model on their plan at a scripted server. */
async function open(turns: Turns = {}) {
  const rig = await openChatGptRig(turns)
  const server = await createProtocolServer(openAiServed)
  closers.push(rig.authority.close, server.close)
  await rig.signIn.start(never)
  const use = { by: 'gpt', purpose: 'call' } as const
  const model = createOpenAiResponses({
    info: INFO,
    baseUrl: `${server.origin}/v1`,
    readKey: (signal, refused) => rig.session.token(API, use, signal, refused),
    fetch: createHttpFetch({ clock: systemClock, connectMs: 10_000 }),
    clock: systemClock,
    timeouts: DEFAULT_TIMEOUTS,
    turnBudget: () => null,
    logger: silentLogger,
  })
  const ask = () => answerOf(model, sampleRequest({ model: INFO }))
  const fail = async () => (await collectFailure(model, sampleRequest({ model: INFO }))).error
  const tokens = () => server.requests.map(({ headers }) => headers['authorization'])
  return { ...rig, server, ask, fail, tokens }
}

it('renews a token that the server refuses before its time, and asks again', async () => {
  const { server, ask, tokens, record } = await open()
  server.enqueue(REFUSED, ANSWER, ANSWER)
  expect((await ask()).parts).toMatchObject([{ t: 'text', text: 'At noon.' }])
  await ask()
  expect(tokens()).toEqual(['Bearer at_story_1', 'Bearer at_story_2', 'Bearer at_story_2'])
  expect(record(CHATGPT_SECRET)).toMatchObject({ access: 'at_story_2' })
})

it('renews once for all requests that were refused together', async () => {
  const { server, ask, authority } = await open()
  server.enqueue(REFUSED, REFUSED, REFUSED, ANSWER, ANSWER, ANSWER)
  await Promise.all([ask(), ask(), ask()])
  expect(authority.forms.filter((form) => form['grant_type'] === 'refresh_token')).toHaveLength(1)
})

it('asks for a new sign-in when the new token is refused as well, and renews no more', async () => {
  const { server, fail, tokens, authority } = await open()
  server.enqueue(REFUSED, REFUSED, REFUSED)
  expect((await fail()).message).toContain('Sign in again')
  expect((await fail()).message).toContain('Sign in again')
  expect(tokens()).toEqual(['Bearer at_story_1', 'Bearer at_story_2', 'Bearer at_story_2'])
  expect(authority.forms.filter((form) => form['grant_type'] === 'refresh_token')).toHaveLength(1)
})

it('asks for a new sign-in when the session was ended at the server', async () => {
  const { server, fail, record } = await open({ renewal: { status: 400, error: 'invalid_grant' } })
  server.enqueue(REFUSED)
  expect((await fail()).message).toContain('Sign in again')
  expect(record(CHATGPT_SECRET)).toBeNull()
})

it('sends no other form of a request because its token was refused', async () => {
  const { server, ask } = await open()
  server.enqueue(REFUSED, ANSWER)
  await ask()
  const [first, second] = server.requests.map(({ text }) => text)
  expect(second).toBe(first)
})
