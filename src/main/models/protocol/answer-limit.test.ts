import { describe, expect, it } from 'vitest'
import { createFloodServer, FLOODS } from '../../../../test/support/models/flood-server.ts'
import { modelAt } from '../../../../test/support/models/served-model.ts'
import { collectFailure, sampleRequest } from '../../../../test/support/protocols/model-samples.ts'
import type { ModelChunk } from '../model.ts'
import { longestAnswer, withAnswerLimit } from './answer-limit.ts'

const LIMIT = longestAnswer(sampleRequest().reserveOutput)

/** Returns the kept part of an endless answer and the reason it ended. */
async function floodOf(kind: keyof typeof FLOODS) {
  const { baseUrl } = await createFloodServer(FLOODS[kind])
  const model = withAnswerLimit(modelAt(baseUrl), { label: 'Scripted' })
  const { chunks, error } = await collectFailure(model, sampleRequest())
  return { kept: lengthOf(chunks), chunks, error }
}

function lengthOf(chunks: readonly ModelChunk[]): number {
  return chunks.reduce((sum, chunk) => sum + ('text' in chunk ? chunk.text.length : 0), 0)
}

describe('an answer without end', () => {
  it.each(['text', 'reasoning', 'arguments of a call'] as const)(
    'of %s is kept up to its limit',
    async (kind) => {
      const { kept, error } = await floodOf(kind)
      expect([kept, error.code, error.recoverable]).toEqual([LIMIT, 'llm.other', false])
      expect(error.message).toMatch(
        /^Orrery ended the answer of Scripted after \d+ KB: the request had asked/,
      )
    },
  )

  // Each letter comes in an event of a hundred bytes, which reach their limit first.
  it.each(['tiny pieces of text', 'arguments that seem to end'] as const)(
    'of %s is kept up to a limit',
    async (kind) => {
      const { kept, error } = await floodOf(kind)
      expect([kept > LIMIT / 2, kept <= LIMIT, error.code]).toEqual([true, true, 'llm.other'])
      expect(error.message).toMatch(/^Orrery ended the answer of/)
    },
  )

  it('of calls ends with the calls', async () => {
    const { error } = await floodOf('calls')
    expect(error.message).toContain('it made more than 500 calls at once')
  })

  it('of text and reasoning in turn ends with the parts', async () => {
    const { chunks, error } = await floodOf('text and reasoning in turn')
    expect(error.message).toContain('it changed between text and reasoning more than 1000 times')
    expect(new Set(chunks.map((chunk) => ('block' in chunk ? chunk.block : null))).size).toBe(1_000)
  })

  it.each(['comments', 'empty events', 'line ends'] as const)('of %s ends with its bytes', async (kind) => {
    const { kept, error } = await floodOf(kind)
    expect([kept, error.code, error.recoverable]).toEqual([0, 'llm.other', false])
    expect(error.message).toMatch(/of data, far more than any answer takes/)
  })

  it.each(['a line', 'a JSON document'] as const)('that is one event, %s, is given up', async (kind) => {
    expect((await floodOf(kind)).error.code).toBe('llm.stream')
  })
})

it('cuts no character in half', async () => {
  const text = '🌊'.repeat(LIMIT)
  const model = withAnswerLimit({ stream: () => chunksOf(text) }, { label: 'Scripted' })
  const { chunks } = await collectFailure(model, sampleRequest())
  expect(chunks).toEqual([{ t: 'text', block: 0, text: '🌊'.repeat(Math.floor(LIMIT / 2)) }])
})

async function* chunksOf(text: string): AsyncGenerator<ModelChunk> {
  yield { t: 'text', block: 0, text }
}
