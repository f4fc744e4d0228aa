import { describe, expect, it, onTestFinished } from 'vitest'
import { conceptVector } from '../../../../test/support/models/concept-vectors.ts'
import { createModelServer, type ModelServerOptions } from '../../../../test/support/models/model-server.ts'
import { systemClock } from '../../lib/clock.ts'
import { Secret } from '../../lib/secret.ts'
import { createHttpFetch } from '../http/http-fetch.ts'
import { patientEmbedder } from '../retry/patient-embedder.ts'
import { createOpenAiEmbeddings } from './openai-embeddings.ts'

const { signal } = new AbortController()
const NOW = { ...systemClock, after: async () => {} }

async function open(embed: NonNullable<ModelServerOptions['embed']>, limitMs = 10_000) {
  const server = await createModelServer({ embed })
  onTestFinished(server.close)
  const embedder = createOpenAiEmbeddings({
    id: 'nomic',
    ref: 'local/nomic',
    baseUrl: server.baseUrl,
    clock: systemClock,
    limitMs,
    readKey: async () => new Secret('sk-secret-of-the-vault'),
    fetch: createHttpFetch({ clock: systemClock, connectMs: 5_000 }),
    onUnknown: (error) => {
      throw error
    },
  })
  return { server, embedder }
}

describe('an embeddings server', () => {
  it('is sent texts with the key, and answers with one vector for each', async () => {
    const { server, embedder } = await open((texts) => texts.map(conceptVector))
    const vectors = await embedder.embed(['a harbour', 'an invoice'], signal)
    expect(vectors).toEqual([conceptVector('a harbour'), conceptVector('an invoice')])
    expect(server.requests).toMatchObject([
      {
        path: '/v1/embeddings',
        headers: { authorization: 'Bearer sk-secret-of-the-vault' },
        body: { model: 'nomic', input: ['a harbour', 'an invoice'], encoding_format: 'float' },
      },
    ])
  })

  it('says how many tokens it counted, which are estimated where it counts none', async () => {
    const data = [{ index: 0, embedding: [1, 0] }]
    const used: number[] = []
    const counting = await open(() => ({ status: 200, body: { data, usage: { prompt_tokens: 7 } } }))
    await counting.embedder.embed(['a harbour'], signal, (tokens) => used.push(tokens))
    const silent = await open(() => ({ status: 200, body: { data } }))
    await silent.embedder.embed(['a harbour'], signal, (tokens) => used.push(tokens))
    const broken = await open(() => ({ status: 200, body: '<html>' }))
    await broken.embedder.embed(['a harbour'], signal, (tokens) => used.push(tokens)).catch(() => {})
    expect(used).toEqual([7, 3])
  })

  it.each([
    ['fewer vectors than texts', [new Float32Array([1])]],
    ['vectors of different lengths', [new Float32Array([1]), new Float32Array([1, 0])]],
    ['empty vectors', [new Float32Array(), new Float32Array()]],
    ['something else', { status: 200, body: { data: 'vectors' } }],
    ['a web page', { status: 200, body: '<html>' }],
  ] as const)('that sends %s is told to be none', async (_what, answer) => {
    const { embedder } = await open(() => answer)
    await expect(embedder.embed(['one', 'two'], signal)).rejects.toMatchObject({
      code: 'llm.other',
      said: [{ name: 'llm.noVectors' }],
    })
  })

  it('that refuses is quoted, without the key', async () => {
    const body = { error: { message: 'sk-secret-of-the-vault may not use nomic' } }
    const { embedder } = await open(() => ({ status: 403, body }))
    const failed = await embedder.embed(['one'], signal).catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 'llm.auth' })
    expect(String(failed)).not.toContain('sk-secret-of-the-vault')
  })

  it('that does not answer is given up after its limit, and at once when the person stops', async () => {
    const hanging = () => new Promise<never>(() => {})
    const slow = await open(hanging, 30)
    await expect(slow.embedder.embed(['one'], signal)).rejects.toMatchObject({ code: 'llm.timeout' })
    const { embedder, server } = await open(hanging)
    const stop = new AbortController()
    const asked = embedder.embed(['one'], stop.signal)
    stop.abort()
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' })
    expect(server.requests.length).toBeLessThanOrEqual(1)
  })

  it('that is overloaded is asked again, and one that refuses is not', async () => {
    let asked = 0
    const { embedder } = await open((texts) => {
      asked += 1
      return asked < 3 ? { status: 503, body: '' } : texts.map(conceptVector)
    })
    const patient = patientEmbedder(embedder, { clock: NOW, random: () => 0 })
    expect(await patient.embed(['a harbour'], signal)).toHaveLength(1)
    expect(asked).toBe(3)
    const refusing = await open(() => ({ status: 401, body: '' }))
    const other = patientEmbedder(refusing.embedder, { clock: NOW, random: () => 0 })
    await expect(other.embed(['one'], signal)).rejects.toMatchObject({ code: 'llm.auth' })
    expect(refusing.server.requests).toHaveLength(1)
  })
})
