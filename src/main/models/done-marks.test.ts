import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createDoneMarks } from './done-marks.ts'

/** What is known of an answer that arrives in these pieces. */
async function read(pieces: readonly string[]) {
  const marks = createDoneMarks()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece))
      controller.close()
    },
  })
  const response = marks.watched(new Response(body))
  return { text: await response.text(), done: marks.has(response) }
}

const cut = (text: string, at: number) => [text.slice(0, at), text.slice(at)].filter((piece) => piece !== '')

it('finds the mark wherever the pieces are cut, and changes nothing', async () => {
  const text = `data: ${JSON.stringify({ content: '一 two' })}\n\ndata: [DONE]\r\n\r\n: bye\n\n`
  await fc.assert(
    fc.asyncProperty(fc.nat(text.length), fc.nat(400), async (at, long) => {
      const pieces = [`data: ${'x'.repeat(long)}\n\n`, ...cut(text, at)]
      expect(await read(pieces)).toEqual({ text: pieces.join(''), done: true })
    }),
    { numRuns: 60 },
  )
})

it.each([
  'data: {"content":"data: [DONE]"}\n\n',
  `data: ${JSON.stringify({ content: '\ndata: [DONE]\n' })}\n\n`,
  'data: [DONE',
  '',
])('does not take %j for it', async (text) => {
  expect((await read([text])).done).toBe(false)
})
