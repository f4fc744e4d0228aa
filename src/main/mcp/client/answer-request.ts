import type { Client } from '@modelcontextprotocol/client'
import type { Completing, FormAnswer, SamplingAnswer, SamplingRequest, ServerRequest } from '../messages.ts'
import type { ServerQuestion } from './elicitation.ts'
import { callAsTask, takesTasks } from './features/call-as-task.ts'
import { selfTest } from './features/self-test.ts'
import { skillText } from './features/skills.ts'
import type { Patience } from './patient-call.ts'
import { takenOffers } from './taken-offers.ts'

/** Limits of a request, and the listener for its progress. */
export type AskLimits = {
  /** The longest silence in milliseconds. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly progress: (text: string) => void
  /** Puts a question of the server to the person. */
  readonly question: (question: ServerQuestion, signal: AbortSignal) => Promise<FormAnswer>
  /** Asks a model for the server. */
  readonly sample: (request: SamplingRequest, signal: AbortSignal) => Promise<SamplingAnswer>
}

/** The library's own limit, which knows no questions: `patience` ends requests before. */
const LIBRARY_MS = 2 ** 31 - 1

/** Sends a request of main to a server. `problem` reports lists that failed. */
export function createAnswerRequest(client: Client, problem: (text: string) => void) {
  const subscriptions = new Map<string, () => Promise<unknown>>()

  const subscribe = async (uri: string, options: Options): Promise<null> => {
    if (subscriptions.has(uri)) return null
    if (client.getProtocolEra() === 'modern') {
      const stream = await client.listen({ resourceSubscriptions: [uri] }, options)
      subscriptions.set(uri, () => stream.close())
      stream.closed.then(() => subscriptions.delete(uri)).catch(() => undefined)
    } else if (client.getServerCapabilities()?.resources?.subscribe === true) {
      await client.subscribeResource({ uri }, options)
      subscriptions.set(uri, () => client.unsubscribeResource({ uri }))
    }
    return null
  }
  const unsubscribe = async (uri: string): Promise<null> => {
    const end = subscriptions.get(uri)
    subscriptions.delete(uri)
    await end?.()
    return null
  }

  return async (
    request: ServerRequest,
    { patience, progress }: AskLimits & { readonly patience: Patience },
  ): Promise<unknown> => {
    const { signal } = patience
    const timeout = LIBRARY_MS
    const patient = {
      signal,
      timeout,
      onprogress: (reported: Progress) => {
        patience.heard()
        progress(progressLine(reported))
      },
    }
    switch (request.what) {
      case 'self-test':
        return await selfTest(client, signal)
      case 'offers':
        return await takenOffers(client, { signal, timeout }, problem)
      case 'read':
        return await client.readResource({ uri: request.uri }, { ...patient, cacheMode: 'refresh' })
      case 'skill':
        return await skillText(client, request, { signal, timeout })
      case 'subscribe':
        return await subscribe(request.uri, { signal, timeout })
      case 'unsubscribe':
        return await unsubscribe(request.uri)
      case 'prompt':
        return await client.getPrompt({ name: request.name, arguments: { ...request.args } }, patient)
      case 'complete':
        return await completed(client, request, { signal, timeout })
      case 'call': {
        const call = { name: request.tool, arguments: { ...request.args } }
        if (request.asTask === true && takesTasks(client)) {
          const heard = (message: string | null) => {
            patience.heard()
            if (message !== null) progress(`${message}\n`)
          }
          return await callAsTask(client, call, { ...patient, heard })
        }
        return await client.callTool(call, patient)
      }
    }
  }
}

type Options = { readonly signal: AbortSignal; readonly timeout: number }
type Progress = {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

function progressLine({ progress, total, message }: Progress): string {
  const share = total === undefined ? String(progress) : `${progress} of ${total}`
  return message === undefined ? `${share}\n` : `${message} (${share})\n`
}

/** Returns values that the server proposes; none from a server without completion. */
async function completed(
  client: Client,
  { of, argument: name, value, chosen }: Completing,
  options: Options,
): Promise<readonly string[]> {
  if (client.getServerCapabilities()?.completions === undefined) return []
  const ref =
    'prompt' in of
      ? ({ type: 'ref/prompt', name: of.prompt } as const)
      : ({ type: 'ref/resource', uri: of.template } as const)
  const params = { ref, argument: { name, value }, context: { arguments: { ...chosen } } }
  const { completion } = await client.complete(params, options)
  return completion.values
}
