import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { EventId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { Usage } from '#shared/session/message.ts'
import { sampleInfo } from '../../../test/support/protocols/model-samples.ts'
import type { Embedder } from '../models/embedder.ts'
import { createPaidEmbeddings } from './paid-embeddings.ts'

const SIGNAL = new AbortController().signal

function open(model: string, priced: Parameters<typeof sampleInfo>[0] | null = null) {
  const recorded: [model: string, usage: Usage][] = []
  const held: { most: number; used: readonly Usage[] | null }[] = []
  const fails: { with: unknown } = { with: null }
  const paying = createPaidEmbeddings({
    reserve: async (most) => {
      if (fails.with !== null) throw fails.with
      const hold: (typeof held)[number] = { most, used: null }
      held.push(hold)
      return (used) => {
        hold.used = used
      }
    },
    record: (_id, _at, ref, usage) => void recorded.push([ref, usage]),
    modelOf: () => (priced === null ? null : sampleInfo(priced)),
    newId: () => 'evt_1' as EventId,
    clock: { now: () => 1 },
  })
  const embedder = (count: number | null): Embedder => ({
    model,
    embed: async (texts, _signal, onUsed) => {
      if (count === null) throw new Error('no answer')
      onUsed?.(count)
      return texts.map(() => Float32Array.from([1]))
    },
  })
  const embed = (count: number | null, host = 'api.openai.com') =>
    paying({ embedder: embedder(count), host }).embed(['twelve chars'], SIGNAL)
  return { embed, recorded, held, fails }
}

it('records tokens and cost by the published price of the model', async () => {
  const { embed, recorded, held } = open('openai/text-embedding-3-small')
  await embed(1_000_000)
  const used = { input: 1_000_000, output: 0, cost: { estimated: 0.02 } }
  expect(recorded).toEqual([['openai/text-embedding-3-small', used]])
  expect(held).toEqual([{ most: 1, used: [used] }])
})

it('takes the price that the person set, nothing for a server of this machine, and knows no other', async () => {
  const own = open('mine/embed', { inputPrice: 2, outputPrice: 0 })
  await own.embed(500_000, 'models.example')
  expect(own.recorded[0]?.[1].cost).toEqual({ estimated: 1 })
  const local = open('ollama/nomic')
  await local.embed(500_000, '127.0.0.1:11434')
  expect(local.recorded[0]?.[1].cost).toEqual({ estimated: 0 })
  const other = open('openai/text-embedding-3-small')
  await other.embed(500_000, 'gateway.example')
  expect(other.recorded[0]?.[1]).toEqual({ input: 500_000, output: 0 })
})

it('gives the reserve back and records nothing where no answer came', async () => {
  const { embed, recorded, held } = open('openai/text-embedding-3-small')
  await expect(embed(null)).rejects.toThrow('no answer')
  expect([recorded, held]).toEqual([[], [{ most: 1, used: [] }]])
})

it('sends nothing past a stop limit', async () => {
  const { embed, recorded, fails } = open('openai/text-embedding-3-small')
  fails.with = AppError.saying('limit.exceeded', say('day.costReached', { cost: '$1', limit: '$1' }))
  await expect(embed(5)).rejects.toMatchObject({ code: 'limit.exceeded' })
  expect(recorded).toEqual([])
})
