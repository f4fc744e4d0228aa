import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { ModelRef, SessionId } from '#shared/ids.ts'
import { PLAIN_TITLES } from '../support/models/model-table.ts'
import { createProtocolServer, type ProtocolServer } from '../support/protocols/protocol-server.ts'
import type { ScriptedAnswer } from '../support/protocols/scripted-answer.ts'
import { ALL_PROTOCOLS, type ProtocolCase } from '../support/protocols/served-protocols.ts'
import { tellChats } from '../support/stories/chat-story.ts'

const story = tellChats()

/** One pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Second models of the protocols that have one model in the list. */
const OTHERS: readonly ProtocolCase[] = ALL_PROTOCOLS.flatMap((one) => {
  const id = { 'openai-responses': 'gpt-6-mini', 'openai-completions': 'kimi-k3' }[one.name]
  return id === undefined ? [] : [{ ...one, id, name: `${one.name} other` }]
})

const refOf = ({ name, id }: ProtocolCase): ModelRef => `${providerOf(name)}/${id}`
const providerOf = (name: string) => name.replaceAll(' ', '-')

function config(origin: string): string {
  const tables = [...ALL_PROTOCOLS, ...OTHERS].map(
    ({ name, api, id, root }) => `[models.${providerOf(name)}]
type = "custom"
api = "${api}"
provider = "${providerOf(name)}"
id = "${id}"
baseUrl = "${origin}${root}"
apiKeyRef = "env:PATH"
contextWindow = 200000
maxTokens = 32000
reasoning = true
reasoningEffort = "high"
pictures = true
`,
  )
  return [...tables, PLAIN_TITLES].join('\n')
}

const LONG = 'The tide rises and falls. '.repeat(200)
const thinksAndCalls = (...paths: readonly string[]): ScriptedAnswer => ({
  parts: [
    { t: 'reasoning', text: 'I need them.' },
    { t: 'text', text: 'I read them.' },
    ...paths.map(
      (path, at) => ({ t: 'call', id: `call_${path}_${at}`, name: 'read', args: { path } }) as const,
    ),
  ],
})
const says = (text: string): ScriptedAnswer => ({
  parts: [
    { t: 'reasoning', text: 'So.' },
    { t: 'text', text },
  ],
})

async function start(server: ProtocolServer) {
  await writeFile(story.file('a.txt'), 'At noon.\n')
  await writeFile(story.file('b.png'), Buffer.from(PNG, 'base64'))
  const { app, handlers, caller, projectId, runs, look } = await story.start(config(server.origin))
  const images = [{ mime: 'image/png' as const, base64: PNG, name: 'tide.png' }]
  const send = async (at: SessionId | null, model: ModelRef, text: string) => {
    if (at !== null) await handlers['session.update']({ sessionId: at, changes: { model } }, caller)
    const target =
      at === null
        ? { to: 'project' as const, projectId, model, permissionMode: 'bypass' as const }
        : { to: 'session' as const, sessionId: at }
    return (await handlers['session.send']({ target, text, images }, caller)).sessionId
  }
  const say = async (at: SessionId | null, model: ModelRef, ...answers: readonly ScriptedAnswer[]) => {
    server.enqueue(...answers)
    const sessionId = await send(at, model, 'Look at this.')
    await app.idle()
    return sessionId
  }
  /** Stops an answer in the middle of its words. */
  const stops = async (sessionId: SessionId, model: ModelRef) => {
    server.enqueue({ hangAfter: 7, answer: says(LONG) })
    await send(sessionId, model, 'Tell me more.')
    await expect.poll(async () => JSON.stringify((await look(sessionId)).inflight)).toMatch(/So\.|The tide/)
    const run = (await runs(sessionId)).at(-1)
    if (run === undefined) throw new Error('No run.')
    await handlers['run.stop']({ sessionId, runId: run.runId }, caller)
    await app.idle()
  }
  const compact = async (sessionId: SessionId) => {
    server.enqueue(says('They spoke of tides.'))
    await handlers['session.compact']({ sessionId }, caller)
    await app.idle()
  }
  return { say, stops, compact, runs, look }
}

/** Every ordered pair of protocols and their variants, and two models of each protocol that has no variant. */
const PAIRS = [
  ...ALL_PROTOCOLS.flatMap((from) => ALL_PROTOCOLS.map((to) => [from, to] as const)),
  ...OTHERS.flatMap((other) =>
    ALL_PROTOCOLS.filter(({ api }) => api === other.api).flatMap((one) => [
      [one, other] as const,
      [other, one] as const,
    ]),
  ),
]

describe('a chat with calls, thinking, pictures, an aborted answer and a summary', () => {
  it('continues with every other model, and with the first one again, without a refusal', async () => {
    const server = await createProtocolServer(...new Set(ALL_PROTOCOLS.map(({ served }) => served)))
    try {
      const { say, stops, compact, runs, look } = await start(server)
      for (const [from, to] of PAIRS) {
        const pair = `${from.name} → ${to.name}`
        const [first, second] = [refOf(from), refOf(to)]
        const id = await say(null, first, thinksAndCalls('a.txt', 'b.png'), says(LONG))
        await stops(id, first)
        await say(id, second, thinksAndCalls('a.txt'), says(LONG))
        await stops(id, second)
        await compact(id)
        await say(id, first, thinksAndCalls('b.png', 'a.txt'), says('Back.'))
        await say(id, second, thinksAndCalls('a.txt'), says('Again.'))
        expect(server.faults, pair).toEqual([])
        const { path } = await look(id)
        expect(
          path.some(({ kind }) => kind === 'compact'),
          pair,
        ).toBe(true)
        const ended = (await runs(id)).map(({ status }) => status)
        expect(
          ended.filter((status) => status === 'cancelled'),
          pair,
        ).toHaveLength(2)
        expect(
          ended.filter((status) => status !== 'cancelled' && status !== 'completed'),
          pair,
        ).toEqual([])
      }
    } finally {
      await server.close()
    }
  }, 300_000)
})
