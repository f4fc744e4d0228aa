import { afterEach, describe, expect, it } from 'vitest'
import {
  collectFailure,
  sampleRequest,
  userMessage,
} from '../../../../test/support/protocols/model-samples.ts'
import {
  createProtocolServer,
  type ServedScript,
} from '../../../../test/support/protocols/protocol-server.ts'
import {
  answerOf,
  infoOf,
  type ProtocolCase,
  SERVED_PROTOCOLS,
  servedModel,
} from '../../../../test/support/protocols/served-protocols.ts'
import type { Usage } from '../../../shared/session/message.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const PRICES = { prices: { input: 3, output: 15, cacheRead: 0.3 } }
const USED = { input: 1_000, output: 200, cacheRead: 4_000 }
const COST = (1_000 * 3 + 200 * 15 + 4_000 * 0.3) / 1e6

async function asked(which: ProtocolCase, script: ServedScript) {
  const server = await createProtocolServer(which.served)
  closers.push(server.close)
  server.enqueue(script)
  const counted: Usage[] = []
  const model = servedModel(which, server.origin, PRICES)
  const request = sampleRequest({
    model: infoOf(which, PRICES),
    messages: [userMessage('When?')],
    onCounted: (usage) => counted.push(usage),
  })
  return { model, request, counted }
}

const REFUSED = { parts: [{ t: 'text', text: 'I' }], stop: 'refusal', usage: USED } as const

describe.each(SERVED_PROTOCOLS)('$name', (which) => {
  it('tells the usage and cost of an answer that the provider withheld', async () => {
    const { model, request, counted } = await asked(which, REFUSED)
    const { error } = await collectFailure(model, request)
    expect(error.code).toBe('llm.other')
    expect(counted).toMatchObject([{ ...USED, cost: { estimated: COST } }])
  })

  it('tells nothing of a whole answer, whose end has its usage', async () => {
    const script = { parts: [{ t: 'text', text: 'At noon.' }], usage: USED } as const
    const { model, request, counted } = await asked(which, script)
    expect((await answerOf(model, request)).usage?.cost?.estimated).toBeCloseTo(COST, 9)
    expect(counted).toEqual([])
  })

  it('tells nothing where the server has counted nothing', async () => {
    const { model, request, counted } = await asked(which, { status: 400, message: 'No.' })
    await collectFailure(model, request)
    expect(counted).toEqual([])
  })
})

it('tells the prompt of a message that broke off, which Anthropic counts at its start', async () => {
  const [which] = SERVED_PROTOCOLS
  if (which === undefined) throw new Error('There is no protocol.')
  const answer = { parts: [{ t: 'text', text: 'At noon, and again at midnight.' }], usage: USED } as const
  const { model, request, counted } = await asked(which, { cutAfter: 4, answer })
  await collectFailure(model, request)
  expect(counted).toMatchObject([{ input: 1_000, cacheRead: 4_000 }])
})
