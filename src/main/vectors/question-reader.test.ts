import { expect, it } from 'vitest'
import { conceptVector } from '../../../test/support/models/concept-vectors.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { silentLogger } from '../lib/logger.ts'
import type { Embedder } from '../models/embedder.ts'
import { createQuestionReader } from './question-reader.ts'

const { signal } = new AbortController()
/** A limit that is never reached, and one that is over at once. */
const PATIENT: Clock['after'] = () => new Promise(() => {})
const HASTY: Clock['after'] = async () => {}

function open(embed: Embedder['embed'], after: Clock['after'] = PATIENT) {
  const asked: string[] = []
  const read = createQuestionReader({
    embedder: () => ({
      model: 'local/nomic',
      embed: (texts, limit) => {
        asked.push(...texts)
        return embed(texts, limit)
      },
    }),
    hide: (text) => text.replace('sesame', '[secret]'),
    clock: { ...systemClock, after },
    logger: silentLogger,
    signal,
  })
  return { read, asked }
}

const known: Embedder['embed'] = async (texts) => texts.map(conceptVector)

it('a question is read once, without its secrets', async () => {
  const { read, asked } = open(known)
  const near = { model: 'local/nomic', vector: conceptVector('harbour') }
  expect(await read('Which harbour, sesame?', signal)).toEqual({ near, missed: null })
  expect(await read('Which harbour, sesame?', signal)).toEqual({ near, missed: null })
  expect(asked).toEqual(['Which harbour, [secret]?'])
})

it('a model that is late or fails costs the meaning, and is asked anew the next time', async () => {
  const late = open(() => new Promise(() => {}), HASTY)
  expect(await late.read('Which harbour?', signal)).toEqual({ near: null, missed: 'late' })
  const broken = open(async () => {
    throw new Error('gone')
  })
  for (const _ of [1, 2])
    expect(await broken.read('Which?', signal)).toEqual({ near: null, missed: 'failed' })
  expect(broken.asked).toHaveLength(2)
})

it('whoever stops asking does not wait', async () => {
  const stop = new AbortController()
  const { read } = open(() => new Promise(() => {}), systemClock.after)
  const asked = read('Which harbour?', stop.signal)
  stop.abort(new Error('enough'))
  await expect(asked).rejects.toThrow('enough')
})

it('nothing is asked where nobody chose a model', async () => {
  const read = createQuestionReader({
    embedder: () => null,
    hide: (text) => text,
    clock: systemClock,
    logger: silentLogger,
    signal,
  })
  expect(await read('Which harbour?', signal)).toEqual({ near: null, missed: null })
})
