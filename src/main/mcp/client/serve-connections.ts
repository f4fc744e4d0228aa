import type { FetchLike } from '@modelcontextprotocol/client'
import type { FormAnswer, FromMcp, SamplingAnswer, ToMcp, Traffic } from '../messages.ts'
import { AUTH_ANSWER_MS } from './auth/auth-fetch.ts'
import { needIn } from './auth/sign-in-needed.ts'
import type { ConnectionHears, OpenDeps, OpenedConnection } from './open-connection.ts'
import { readableError } from './readable-error.ts'
import { createSignIns } from './serve-sign-ins.ts'

type Deps = {
  readonly post: (message: FromMcp) => void
  readonly open: (
    opening: Pick<Extract<ToMcp, { type: 'connect' }>, 'start' | 'legacy' | 'version'>,
    hears: ConnectionHears,
    deps: OpenDeps,
  ) => Promise<OpenedConnection>
  readonly request?: FetchLike
  /** The longest wait of a sign-in for the browser in milliseconds. */
  readonly signInMs?: number
  /** The longest wait of a sign-in for an answer of an authorization server in milliseconds. */
  readonly authAnswerMs?: number
}

const SIGN_IN_MS = 5 * 60_000

type Reply = FormAnswer | SamplingAnswer

/** Keeps connections to servers and does what main asks. Whatever is asked has an answer. */
export function serveConnections(deps: Deps) {
  const { post, open, request = fetch, signInMs = SIGN_IN_MS, authAnswerMs = AUTH_ANSWER_MS } = deps
  const signIns = createSignIns({ post, request, limitMs: signInMs, answerMs: authAnswerMs })
  const { credentials } = signIns
  const connections = new Map<number, OpenedConnection>()
  const closing = new Set<number>()
  const asks = new Map<number, AbortController>()
  const { put, reply } = createQuestionsToMain(post)

  const refusalOf = (error: unknown) => ({
    problem: credentials.hide(readableError(error)),
    need: needIn(error, null),
  })

  const withoutTokens = ({ summary, body, ...message }: Traffic): Traffic => ({
    ...message,
    summary: credentials.hide(summary),
    body: body === null ? null : credentials.hide(body),
  })

  const connect = async ({ connection, ...opening }: Extract<ToMcp, { type: 'connect' }>): Promise<void> => {
    try {
      const hears: ConnectionHears = {
        started: (pid, mark) => post({ type: 'started', connection, pid, mark }),
        closed: (problem) => {
          connections.delete(connection)
          post({ type: 'closed', connection, problem: credentials.hide(problem) })
        },
        changed: () => post({ type: 'changed', connection }),
        updated: (uri) => post({ type: 'updated', connection, uri }),
        log: ({ text, ...line }) => post({ type: 'log', connection, ...line, text: credentials.hide(text) }),
        traffic: (messages) =>
          post({ type: 'traffic', connection, messages: messages.map((each) => withoutTokens(each)) }),
      }
      const opened = await open(opening, hears, { credentials, request })
      if (closing.delete(connection)) {
        await opened.close()
        return
      }
      connections.set(connection, opened)
      post({ type: 'connected', connection, facts: opened.facts })
    } catch (error) {
      closing.delete(connection)
      post({ type: 'refused', connection, ...refusalOf(error) })
    }
  }

  const ask = async ({
    id,
    connection,
    request,
    timeoutMs,
  }: Extract<ToMcp, { type: 'ask' }>): Promise<void> => {
    const controller = new AbortController()
    asks.set(id, controller)
    try {
      const opened = connections.get(connection)
      if (opened === undefined) throw new Error('The server is not connected.')
      const value = await opened.ask(request, {
        timeoutMs,
        signal: controller.signal,
        progress: (text) => post({ type: 'progress', id, text: credentials.hide(text) }),
        question: (question, signal) =>
          put<FormAnswer>((put) => ({ type: 'question', id: put, ask: id, ...question }), signal),
        sample: (request, signal) =>
          put<SamplingAnswer>((put) => ({ type: 'sampling', id: put, ask: id, request }), signal),
      })
      post({ type: 'answer', id, value: credentials.hideIn(value) })
    } catch (error) {
      post({ type: 'failed', id, ...refusalOf(error) })
    } finally {
      asks.delete(id)
    }
  }

  const close = async (connection: number): Promise<void> => {
    const opened = connections.get(connection)
    connections.delete(connection)
    if (opened === undefined) closing.add(connection)
    await opened?.close()
  }

  return (message: ToMcp): void => {
    if (message.type === 'connect') void connect(message)
    else if (message.type === 'ask') void ask(message)
    else if (message.type === 'reply') reply(message.id, message.answer)
    else if (message.type === 'abort') asks.get(message.id)?.abort()
    else if (message.type === 'ping') post({ type: 'pong', id: message.id })
    else if (message.type === 'routed') return
    else if (message.type !== 'close') signIns.hear(message)
    else void close(message.connection).catch(() => undefined)
  }
}

/** Puts questions of servers to main and waits for the answers. */
function createQuestionsToMain(post: Deps['post']) {
  const replies = new Map<number, (answer: Reply) => void>()
  let count = 0
  const put = <T extends Reply>(question: (id: number) => FromMcp, signal: AbortSignal): Promise<T> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      count += 1
      const id = count
      const withdraw = () => {
        replies.delete(id)
        post({ type: 'withdrawn', id })
        reject(signal.reason)
      }
      signal.addEventListener('abort', withdraw, { once: true })
      replies.set(id, (answer) => {
        replies.delete(id)
        signal.removeEventListener('abort', withdraw)
        // Main answers each question in its own kind.
        resolve(answer as T)
      })
      post(question(id))
    })
  return {
    put,
    reply: (id: number, answer: Reply): void => replies.get(id)?.(answer),
  }
}
