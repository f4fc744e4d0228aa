import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client'

/** The most characters of a server's words in a message. */
const MOST = 400

/** Shortens an error to one line. A server can put a whole page into it. */
export function readableError(error: unknown): string {
  if (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult) {
    // The rest is a list of everything that the library had expected in its place.
    return `${error.message.slice(0, error.message.indexOf(':'))}: it does not have the form of the protocol.`
  }
  if (error instanceof RangeError && /call stack/.test(error.message)) {
    return 'The server sent data that nests too deep.'
  }
  const words = error instanceof Error ? deepest(error) : String(error)
  const line = words
    .replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]{1,200}>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > MOST ? `${line.slice(0, MOST)} …` : line
}

/** A failed fetch says only that it failed; why is said by what caused it. */
function deepest(error: Error): string {
  const { cause, message } = error
  if (cause instanceof Error && (message === 'fetch failed' || message === '')) {
    return deepest(cause) === '' ? message : deepest(cause)
  }
  return message
}
