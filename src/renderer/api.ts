import { AppError, type AppErrorData } from '#shared/errors.ts'
import type { WindowMessage } from '#shared/events/delivery.ts'
import type { Bridge } from '#shared/ipc/bridge.ts'
import type { CallName, CallRequest, CallResponse } from '#shared/ipc/contract.ts'

/** Everything this window can ask of main, typed by the contract. */
export type Api = {
  /** Answers with what main answered, or throws the `AppError` main refused with. */
  readonly call: <N extends CallName>(name: N, request: CallRequest<N>) => Promise<CallResponse<N>>
  /** Subscribes to what main pushes; the returned function unsubscribes. */
  readonly onEvent: (listener: (message: WindowMessage) => void) => () => void
}

/** The typed client over the preload's two verbs. `say` puts a problem into the language of the window. */
export function createApi(
  bridge: Bridge,
  say: (problem: AppErrorData) => string = ({ message }) => message,
): Api {
  async function call<N extends CallName>(name: N, request: CallRequest<N>): Promise<CallResponse<N>> {
    const answer = await bridge.call(name, request)
    if (!answer.ok) throw errorOf(answer.error, say)
    return answer.value as CallResponse<N>
  }
  return { call, onEvent: (listener) => bridge.onEvent(listener) }
}

/** Returns an error as data for stores and people. */
export function problemOf(error: unknown): AppErrorData {
  if (error instanceof AppError) return error.toData()
  return { code: 'other', message: 'Something went wrong in this window.', recoverable: false }
}

function errorOf(data: unknown, say: (problem: AppErrorData) => string): AppError {
  if (isErrorData(data)) return AppError.from(inWords(data, say(data)))
  return AppError.quoting('other', 'The app answered with an error it could not describe.', { cause: data })
}

/**
 * Replaces the wording of a problem. The empty list of sentences keeps later translations from replacing it
 * again.
 */
function inWords(problem: AppErrorData, message: string): AppErrorData {
  return message === problem.message ? problem : { said: [], ...problem, message }
}

/**
 * Whether the data is an error of main, as opposed to a failure of the bridge. Answers of main are trusted.
 */
function isErrorData(data: unknown): data is AppErrorData {
  return typeof data === 'object' && data !== null && 'code' in data && 'message' in data
}
