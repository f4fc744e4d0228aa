import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { AskLimits, Connection } from './client-port.ts'
import type { ServerRequest } from './messages.ts'
import type { Listing } from './rows.ts'
import { createLife, type LifeDeps } from './server-life.ts'
import { brokeOff, needsSignIn, notStarted, sentenceOf } from './server-words.ts'
import { NeedsSignIn } from './sign-in/needs-sign-in.ts'
import { untilAborted } from './until-aborted.ts'

const USUAL_TIMEOUT_S = 120

/** The listeners of a call, and whether the server supports it as a task. */
export type CallLimits = Omit<AskLimits, 'timeoutMs'> & {
  readonly asTask?: boolean
}

/** Runs one server: starts it with its first use, starts it again when it ends, and knows how it is doing. */
export function createServer(deps: LifeDeps) {
  const { definition } = deps
  const timeoutMs = (definition.config.timeout ?? USUAL_TIMEOUT_S) * 1_000
  const life = createLife(deps)
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
  const opened = (signal: AbortSignal): Promise<Connection> => untilAborted(life.open(), signal)

  return {
    definition,
    health: life.health,
    log: life.log.lines,
    /** Whether a request, a start or a sign-in is open. */
    isBusy: (): boolean => open > 0 || life.health().state === 'starting' || life.signIn.isRunning(),
    /** The tools of the server. Starts it where they are not known yet. */
    tools: async (signal: AbortSignal): Promise<Listing> => {
      const known = deps.listing()
      if (known !== null) return known
      const connection = await opened(signal)
      return deps.listing() ?? (await life.list(connection, signal))
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
          life.needSignIn(error)
          throw signInError(definition.name, error)
        }
        if (life.health().state === 'ready' || !(error instanceof AppError)) throw error
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
        life.needSignIn(error)
        throw AppError.saying('config.invalid', say('mcp.needsSignIn', { name: definition.name }))
      }
    },
    signIn: life.signIn,
    need: life.need,
    /** Ends it and starts it again, also when it has given up. */
    restart: async (signal: AbortSignal): Promise<void> => {
      life.stop()
      await opened(signal)
    },
    stop: life.stop,
  }
}

export type Server = ReturnType<typeof createServer>

function signInError(name: string, { need }: NeedsSignIn): AppError {
  return AppError.forAgent('tool.failed', needsSignIn(name, need))
}
