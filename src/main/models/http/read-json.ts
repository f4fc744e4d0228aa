import type { HttpAnswer } from './http-answer.ts'

/** Far more than anything a server has to tell of its models, far less than would hurt. */
const MOST_BYTES = 2 * 1024 * 1024

/** Reads a server's answer: `text` is null when it was too long, `body` when it is not JSON. */
export async function readJson(response: HttpAnswer): Promise<{ text: string | null; body: unknown }> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength
    // Leaving the loop lets go of the connection.
    if (bytes > MOST_BYTES) return { text: null, body: null }
    text += decoder.decode(piece, { stream: true })
  }
  return { text, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Other people's servers answer with anything; what is not JSON is judged by its text.
    return null
  }
}
