import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { AskLimits, Connection } from './client-port.ts'
import type { ServerRequest } from './messages.ts'
import type { Listing } from './rows.ts'
import { createLifecycle, type LifecycleDeps } from './server-lifecycle.ts'
import { brokeOff, needsSignIn, notStarted, sentenceOf } from './server-words.ts'
import { NeedsSignIn } from './sign-in/needs-sign-in.ts'
import { untilAborted } from './until-aborted.ts'

const USUAL_TIMEOUT_S = 120

/** The listeners of a call, and whether the server supports it as a task. */
export type CallLimits = Omit<AskLimits, 'timeoutMs'> & {
  readonly asTask?: boolean
}

/** Runs one server: starts it with its first use, starts it again when it ends, and knows how it is doing. */
export function createServer(deps: LifecycleDeps) {
  const { definition } = deps
  const timeoutMs = (definition.config.timeout ?? USUAL_TIMEOUT_S) * 1_000
  const lifecycle = createLifecycle(deps)
  let open = 0
  /** Counts a request while it is open. */
  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    open += 1
    try {
      return await work()
    } finally {
      open -= 1
    }
  }
  const opened = (signal: AbortSignal): Promise<Connection> => untilAborted(lifecycle.open(), signal)

  return {
    definition,
    health: lifecycle.health,
    log: lifecycle.log.lines,
    /** Whether a request, a start or a sign-in is open. */
    isBusy: (): boolean =>
      open > 0 || lifecycle.health().state === 'starting' || lifecycle.signIn.isRunning(),
    /** The tools of the server. Starts it where they are not known yet. */
    tools: async (signal: AbortSignal): Promise<Listing> => {
      const known = deps.listing()
      if (known !== null) return known
      const connection = await opened(signal)
      return deps.listing() ?? (await lifecycle.list(connection, signal))
    },
    /** Calls a tool. Rejects with an `AppError` in words for the model. */
    call: async (
      tool: string,
      args: Readonly<Record<string, unknown>>,
      { asTask = false, ...during }: CallLimits,
      signal: AbortSignal,
    ): Promise<unknown> => {
      const connection = await counted(() => opened(signal)).catch((error: unknown) => {
        signal.throwIfAborted()
        if (error instanceof NeedsSignIn) throw signInError(definition.name, error)
        throw AppError.forAgent('tool.failed', notStarted(definition.name, sentenceOf(error)))
      })
      try {
        const request = { what: 'call', tool, args, ...(asTask ? { asTask } : {}) } as const
        return await counted(() => connection.ask(request, { timeoutMs, ...during }, signal))
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof NeedsSignIn) {
          lifecycle.needSignIn(error)
          throw signInError(definition.name, error)
        }
        if (lifecycle.health().state === 'ready' || !(error instanceof AppError)) throw error
        throw AppError.forAgent('tool.failed', brokeOff(definition.name, error.message))
      }
    },
    /** Sends a request of the person. Starts the server where it does not run. Rejects with an `AppError`. */
    ask: async (request: ServerRequest, signal: AbortSignal): Promise<unknown> => {
      try {
        const connection = await counted(() => opened(signal))
        return await counted(() => connection.ask(request, { timeoutMs, progress: () => {} }, signal))
      } catch (error) {
        if (!(error instanceof NeedsSignIn)) throw error
        lifecycle.needSignIn(error)
        throw AppError.saying('config.invalid', say('mcp.needsSignIn', { name: definition.name }))
      }
    },
    signIn: lifecycle.signIn,
    need: lifecycle.need,
    /** Ends it and starts it again, also when it has given up. */
    restart: async (signal: AbortSignal): Promise<void> => {
      lifecycle.stop()
      await opened(signal)
    },
    stop: lifecycle.stop,
  }
}

export type Server = ReturnType<typeof createServer>

function signInError(name: string, { need }: NeedsSignIn): AppError {
  return AppError.forAgent('tool.failed', needsSignIn(name, need))
}
