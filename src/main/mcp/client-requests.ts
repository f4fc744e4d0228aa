import { AppError } from '#shared/errors.ts'
import type { SamplingAnswer } from '#shared/mcp/sampling.ts'
import type { FormAnswer } from '#shared/mcp/server-form.ts'
import type { AskLimits } from './client-port.ts'
import type { FromMcp, ServerRequest, ToMcp } from './messages.ts'
import { NeedsSignIn } from './sign-in/needs-sign-in.ts'

const CANCELLED: FormAnswer = { action: 'cancel' }
const REFUSED: SamplingAnswer = { action: 'refused', reason: 'The request was not answered.' }

type Ask = {
  readonly connection: number
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
  readonly progress: (text: string) => void
  readonly fill: AskLimits['fill']
  readonly sample: AskLimits['sample']
}

/** Wraps the words of a server or of its process as an error. */
export function failure(problem: string): AppError {
  return AppError.quoting('tool.failed', problem)
}

/** Tracks open requests. Each ends with an answer, a failure or the end of its connection. */
export function createClientRequests(post: (message: ToMcp) => void) {
  const asks = new Map<number, Ask>()
  const questions = new Map<number, AbortController>()
  let count = 0
  const take = (id: number): Ask | undefined => {
    const ask = asks.get(id)
    asks.delete(id)
    return ask
  }
  /** Sends the answer to a question of a server, or `none` where there is none. */
  const reply = <T extends FormAnswer | SamplingAnswer>(
    id: number,
    none: T,
    work: (signal: AbortSignal) => Promise<T> | undefined,
  ): void => {
    const controller = new AbortController()
    questions.set(id, controller)
    const answered = work(controller.signal) ?? Promise.resolve(none)
    answered
      .catch(() => none)
      .then((answer) => {
        if (questions.delete(id)) post({ type: 'reply', id, answer })
      })
      .catch(() => undefined)
  }
  return {
    isEmpty: (): boolean => asks.size === 0,
    send: (
      connection: number,
      request: ServerRequest,
      { timeoutMs, progress, fill, sample }: AskLimits,
      signal: AbortSignal,
    ): Promise<unknown> =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        count += 1
        const id = count
        const abort = () => {
          asks.delete(id)
          post({ type: 'abort', id })
          reject(AppError.cancelled('The call was stopped.'))
        }
        signal.addEventListener('abort', abort, { once: true })
        const settled =
          <T>(settle: (value: T) => void) =>
          (value: T) => {
            signal.removeEventListener('abort', abort)
            settle(value)
          }
        asks.set(id, {
          connection,
          resolve: settled(resolve),
          reject: settled(reject),
          progress,
          fill,
          sample,
        })
        post({ type: 'ask', id, connection, request, timeoutMs })
      }),
    hear: (
      said: Extract<
        FromMcp,
        { type: 'answer' | 'failed' | 'progress' | 'question' | 'sampling' | 'withdrawn' }
      >,
    ): void => {
      if (said.type === 'question') {
        const { type: _, id, ask, ...question } = said
        reply(id, CANCELLED, (signal) => asks.get(ask)?.fill?.(question, signal))
        return
      }
      if (said.type === 'sampling') {
        const { id, ask, request } = said
        reply(id, REFUSED, (signal) => asks.get(ask)?.sample?.(request, signal))
        return
      }
      if (said.type === 'withdrawn') {
        questions.get(said.id)?.abort(new DOMException('The server withdrew its question.', 'AbortError'))
        questions.delete(said.id)
        return
      }
      if (said.type === 'answer') take(said.id)?.resolve(said.value)
      else if (said.type === 'failed') {
        const { need, problem } = said
        take(said.id)?.reject(need === null ? failure(problem) : new NeedsSignIn(need, problem))
      } else asks.get(said.id)?.progress(said.text)
    },
    /** Fails everything that was asked of a connection. */
    drop: (connection: number, problem: string): void => {
      for (const [id, ask] of [...asks]) if (ask.connection === connection) take(id)?.reject(failure(problem))
    },
  }
}
