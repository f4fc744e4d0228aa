import type { FetchLike } from '@modelcontextprotocol/client'

/** More than any useful answer; what sends more has gone wrong. In bytes. */
const LARGEST = 32 * 1024 * 1024

/** Limits the answers of a fetch. In a stream of events each event may be that large. */
export function limitedFetch(request: FetchLike): FetchLike {
  return async (url, init) => {
    const response = await request(url, init)
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true
    return limitedTo(response, LARGEST, isStream)
  }
}

/**
 * Ends an answer that is too large with an error. `largest` is in bytes; in a stream each event may be that large. Only a
 * caller that reads events may say so: what a server calls a stream can be endless.
 */
export function limitedTo(response: Response, largest: number, isStream = false): Response {
  const { body, status, statusText, headers } = response
  if (body === null) return response
  const limited = body.pipeThrough(limitOf(isStream, largest))
  const copy = new Response(limited, { status, statusText, headers })
  // A new response loses its address.
  Object.defineProperty(copy, 'url', { value: response.url })
  Object.defineProperty(copy, 'redirected', { value: response.redirected })
  return copy
}

const NEWLINE = 10

function limitOf(isStream: boolean, largest: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0
  return new TransformStream({
    transform: (chunk, controller) => {
      seen += chunk.length
      if (isStream) {
        const end = chunk.lastIndexOf(NEWLINE)
        if (end >= 0) seen = chunk.length - end
      }
      if (seen > largest)
        controller.error(new Error(`The server sent an answer of more than ${words(largest)}.`))
      else controller.enqueue(chunk)
    },
  })
}

function words(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MB` : `${bytes / 1024} KB`
}
