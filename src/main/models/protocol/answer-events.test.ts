import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswer } from './answer-events.ts'

const scene = {
  host: 'models.test',
  model: 'm',
  hasKey: false,
  now: 0,
  hide: (text: string) => text,
  onUnknown: () => undefined,
}
const never = () => () => undefined

/** Reads an answer that arrives in these chunks. */
async function read(pieces: readonly (string | Uint8Array)[], type = 'text/event-stream') {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(Buffer.from(piece))
      controller.close()
    },
  })
  const answer = await readAnswer(new Response(body, { headers: { 'content-type': type } }), scene, never)
  const events: unknown[] = []
  for (let some = await answer.next(); some !== null; some = await answer.next()) events.push(...some)
  return { events, done: answer.isDone() }
}

/** Cut between bytes, which may be in the middle of a character. */
function cut(text: string, at: number): Uint8Array[] {
  const bytes = Buffer.from(text)
  return [bytes.subarray(0, at), bytes.subarray(at)].filter(({ length }) => length > 0)
}

describe('a streamed answer', () => {
  it('has the same events and the same end wherever the pieces are cut', async () => {
    const said = { content: '一 two' }
    const text = `: hello\n\ndata: ${JSON.stringify(said)}\n\ndata: [DONE]\r\n\r\n: bye\n\n`
    await fc.assert(
      fc.asyncProperty(fc.nat(Buffer.byteLength(text)), async (at) => {
        expect(await read(cut(text, at))).toEqual({ events: [said], done: true })
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    ['words that look like the mark', `data: ${JSON.stringify('\ndata: [DONE]\n')}\n\n`, 1],
    ['half a mark', 'data: 1\n\ndata: [DONE', 1],
    ['nothing', '', 0],
  ])('is not marked as whole by %s', async (_what, text, count) => {
    const { events, done } = await read([text]).catch(() => ({ events: [1], done: false }))
    expect([events.length, done]).toEqual([count, false])
  })

  it('may end without an empty line', async () => {
    expect(await read(['data: {"a":1}\n\ndata: [DONE]'])).toEqual({ events: [{ a: 1 }], done: true })
  })

  it('has nothing after its mark', async () => {
    expect(await read(['data: [DONE]\n\ndata: {"a":1}\n\n'])).toEqual({ events: [], done: true })
  })

  it('that never ends an event is given up', async () => {
    const endless = ['data: "', ...Array.from({ length: 9 }, () => 'x'.repeat(1024 * 1024))]
    await expect(read(endless)).rejects.toMatchObject({ code: 'llm.stream' })
  })

  it.each([
    ['with a field', 'data: {"error":{"message":"Out of memory"}}\n\n'],
    ['as an event of its own', 'event: error\ndata: {"message":"Out of memory"}\n\n'],
  ])('tells of an error %s', async (_how, text) => {
    await expect(read([text])).rejects.toThrow('Out of memory')
  })
})

it('takes one document for a whole answer', async () => {
  const pieces = ['{\n  "choices": ', '[]\n}']
  expect(await read(pieces, 'application/json')).toEqual({ events: [{ choices: [] }], done: true })
})
