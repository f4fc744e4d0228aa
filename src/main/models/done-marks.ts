/** Room for the mark and whatever blank or comment lines a server sends behind it. */
const TAIL_BYTES = 256
/** The mark on a line of its own. In JSON a line end is never bare, so no words of a model look like it. */
const MARK = /(?:^|[\r\n])data: ?\[DONE\][^\S\r\n]*(?:[\r\n]|$)/

/**
 * Remembers which streamed answers ended with the mark of their end, `data: [DONE]`. The SDK reads over it, and some
 * servers send nothing else that tells a whole answer from one that was cut off.
 */
export function createDoneMarks() {
  const tails = new WeakMap<Response, { bytes: Buffer }>()
  return {
    /** The same answer, whose end is looked at as it is read. */
    watched: (response: Response): Response => {
      if (response.body === null) return response
      const tail = { bytes: Buffer.alloc(0) }
      const { status, headers } = response
      const answer = new Response(keepingTail(response.body, tail), { status, headers })
      tails.set(answer, tail)
      return answer
    },
    /** True once all of the answer was read and its mark was there. */
    has: (response: Response): boolean => MARK.test(tails.get(response)?.bytes.toString('latin1') ?? ''),
  }
}

export type DoneMarks = ReturnType<typeof createDoneMarks>

function keepingTail(body: ReadableStream<Uint8Array>, tail: { bytes: Buffer }): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        tail.bytes = tailOf(tail.bytes, value)
        controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // What waits to be read waits in the stream below, which knows how much it is.
    { highWaterMark: 0 },
  )
}

function tailOf(before: Buffer, piece: Uint8Array): Buffer {
  if (piece.byteLength >= TAIL_BYTES) return Buffer.from(piece.subarray(piece.byteLength - TAIL_BYTES))
  return Buffer.concat([
    before.subarray(Math.max(0, before.byteLength + piece.byteLength - TAIL_BYTES)),
    piece,
  ])
}
