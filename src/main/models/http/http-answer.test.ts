import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readAnswer } from '../protocol/answer-events.ts'
import { answering } from './http-answer.ts'

const MEGABYTE = 1024 * 1024
const scene = {
  host: 'models.test',
  model: 'm',
  hasKey: false,
  now: 0,
  hide: (text: string) => text,
  onUnknown: () => undefined,
}
const never = () => () => undefined

/** An answer whose bytes come in these pieces, and when the last of them has come. */
function answerIn(pieces: Iterable<Uint8Array>) {
  const stream = Readable.from(pieces, { objectMode: false, highWaterMark: 1 })
  const pause = () => void stream.pause()
  const resume = () => void stream.resume()
  const source = { pause, resume, stop: () => void stream.destroy() }
  const head = { status: 200, headers: { 'content-type': 'text/event-stream' } }
  const { answer, came, ended } = answering(head, source)
  stream.on('data', came)
  const over = new Promise<void>((resolve) => {
    stream.once('end', () => {
      ended()
      resolve()
    })
  })
  return { answer, over }
}

/** Cuts without copying. */
function* cut(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const eventsOf = (said: readonly unknown[]) =>
  Buffer.from([...said.map((each) => `data: ${JSON.stringify(each)}\n\n`), 'data: [DONE]\n\n'].join(''))

/** Returns the text of an answer and the number of reads. */
async function wordsOf(pieces: Iterable<Uint8Array>) {
  const answer = await readAnswer(answerIn(pieces).answer, scene, never)
  const words: unknown[] = []
  let looks = 0
  for (let some = await answer.next(); some !== null; some = await answer.next()) {
    words.push(...some)
    looks += 1
  }
  return { words, looks, whole: answer.isDone() }
}

describe('an answer of ten megabytes', () => {
  const said = Array.from({ length: 10_000 }, (_, at) => `${at}: ${'潮 '.repeat(264)}`)
  const bytes = eventsOf(said)

  it('is read whole when it comes in one go', async () => {
    expect(bytes.length).toBeGreaterThan(10 * MEGABYTE)
    const { words, looks, whole } = await wordsOf([bytes])
    expect([words.length, looks, whole]).toEqual([said.length, 1, true])
    expect(words).toEqual(said)
  })

  it('is read whole when it comes in pieces that nobody takes at first, a letter at the seam of each', async () => {
    // Three bytes a letter: a prime number of bytes cuts every second piece inside of one.
    const { words, whole } = await wordsOf(cut(bytes, 65_521))
    expect(whole).toBe(true)
    expect(words).toEqual(said)
  })

  it('may be one event of seven', async () => {
    const one = '潮'.repeat(Math.floor((7 * MEGABYTE) / 3))
    const pieces = [[eventsOf([one])], cut(eventsOf([one]), 65_521)]
    for (const each of pieces) expect((await wordsOf(each)).words).toEqual([one])
  })
})

describe('an answer that comes byte by byte', () => {
  const said = ['潮汐', 'é', '🌊 wave', 'plain']

  it('has every letter whole, however many bytes it has', async () => {
    const { words, whole } = await wordsOf(cut(eventsOf(said), 1))
    expect([words, whole]).toEqual([said, true])
  })

  it('has them whole as a text as well', async () => {
    const text = said.join(' ')
    expect(await answerIn(cut(Buffer.from(text), 1)).answer.text()).toBe(text)
  })

  it('gives what came while nobody read in one piece, and nothing twice', async () => {
    const { answer, over } = answerIn(cut(Buffer.from('潮汐 wave'), 1))
    await over
    const reader = answer.body?.getReader()
    expect(await reader?.read()).toEqual({ done: false, value: Buffer.from('潮汐 wave') })
    expect(await reader?.read()).toEqual({ done: true })
  })
})
