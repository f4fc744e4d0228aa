/** More than any useful answer; what sends more has gone wrong. In bytes. */
const LARGEST = 32 * 1024 * 1024

/** Fetches, and breaks an answer off that is too large. In a stream of events each event may be that large. */
export async function limitedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  const { body, status, statusText, headers } = response
  if (body === null) return response
  const isStream = headers.get('content-type')?.includes('text/event-stream') === true
  const limited = body.pipeThrough(limitOf(isStream))
  const copy = new Response(limited, { status, statusText, headers })
  // A new response loses its address.
  Object.defineProperty(copy, 'url', { value: response.url })
  Object.defineProperty(copy, 'redirected', { value: response.redirected })
  return copy
}

const NEWLINE = 10

function limitOf(isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0
  return new TransformStream({
    transform: (chunk, controller) => {
      seen += chunk.length
      if (isStream) {
        const end = chunk.lastIndexOf(NEWLINE)
        if (end >= 0) seen = chunk.length - end
      }
      if (seen > LARGEST) controller.error(new Error('The server sent an answer of more than 32 MB.'))
      else controller.enqueue(chunk)
    },
  })
}
