import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { DoneMarks } from './done-marks.ts'
import type { Fetch } from './http-fetch.ts'

/** A whole answer instead of a stream is read up to here. */
const WHOLE_ANSWER_CHARS = 8 * 1024 * 1024

/**
 * Sends only the headers the protocol needs, none of those an SDK adds about this machine, and turns an answer that
 * is no stream into one, or into an error with words.
 */
export function createModelFetch(fetch: Fetch, marks: Pick<DoneMarks, 'watched'>): Fetch {
  return async (input, init = {}) => {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      accept: 'text/event-stream, application/json',
    }
    const authorization = new Headers(init.headers).get('authorization')
    if (authorization !== null) headers['authorization'] = authorization
    const response = await fetch(input, { ...init, headers, redirect: 'manual' })
    return response.ok ? marks.watched(await streaming(response, input)) : response
  }
}

async function streaming(response: Response, input: Parameters<Fetch>[0]): Promise<Response> {
  const type = response.headers.get('content-type') ?? ''
  if (/\bhtml\b/i.test(type)) {
    await response.body?.cancel()
    throw AppError.saying('llm.not_found', say('llm.webPage', { host: hostOf(input) }))
  }
  if (!/\bapplication\/json\b/i.test(type)) return response
  const whole = oneLine(await readCapped(response))
  return new Response(`data: ${whole}\n\ndata: [DONE]\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  })
}

/** An event is one line. JSON has line ends only between its tokens, where they mean nothing. */
function oneLine(json: string): string {
  return json.replace(/[\r\n]+/g, ' ')
}

async function readCapped(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > WHOLE_ANSWER_CHARS) break
  }
  return text
}

function hostOf(input: Parameters<Fetch>[0]): string {
  return new URL(input instanceof Request ? input.url : input).host
}
