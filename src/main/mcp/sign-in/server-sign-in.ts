import { AppError } from '#shared/errors.ts'
import type { McpHealth } from '#shared/mcp/mcp-list.ts'
import { say } from '#shared/sentences.ts'
import type { McpClient } from '../client-port.ts'
import type { ServerDefinition } from '../definition.ts'
import type { SignInNeed } from '../messages.ts'
import type { PreparedStart } from '../prepared-start.ts'
import { NeedsSignIn } from './needs-sign-in.ts'

type Deps = {
  readonly definition: ServerDefinition
  readonly client: Pick<McpClient, 'signIn'>
  readonly prepare: (definition: ServerDefinition, signal: AbortSignal) => Promise<PreparedStart>
  readonly hide: (text: string) => string
}

type Life = {
  readonly need: () => SignInNeed | null
  readonly become: (health: McpHealth) => void
  /** The credentials are stored. */
  readonly done: () => Promise<void>
}

/** Signs in for one server. `browse` is null where only a session of the same issuer may be used. */
export function createServerSignIn(deps: Deps, { need, become, done }: Life) {
  let running: AbortController | null = null
  return {
    isRunning: (): boolean => running !== null,
    /** Rejects with an `AppError` where the sign-in failed. The health shows the reason as well. */
    start: async (browse: ((url: string) => void) | null, signal: AbortSignal): Promise<void> => {
      const wanted = need()
      if (wanted === null) throw AppError.saying('config.invalid', say('mcp.noSignIn'))
      if (running !== null) return
      const controller = new AbortController()
      running = controller
      become(signInHealth(wanted, null, true))
      try {
        const limit = AbortSignal.any([signal, controller.signal])
        const { start } = await deps.prepare(deps.definition, limit)
        if (start.kind !== 'http') throw AppError.saying('config.invalid', say('mcp.noSignIn'))
        await deps.client.signIn({ start, need: wanted, browse }, limit)
      } catch (error) {
        running = null
        const isStill = error instanceof NeedsSignIn
        const isQuiet = controller.signal.aborted || (isStill && error.need.reason !== 'client')
        const problem = isQuiet ? null : deps.hide(error instanceof Error ? error.message : String(error))
        // A server that was stopped in the meantime needs nothing.
        if (need() !== null) become(signInHealth(isStill ? { ...wanted, ...error.need } : wanted, problem))
        throw isStill ? AppError.quoting('tool.failed', error.message) : error
      }
      running = null
      await done()
    },
    /** Stops it and closes its listener. */
    cancel: (): void => running?.abort(new DOMException('The sign-in was stopped.', 'AbortError')),
  }
}

/** The health of a server that needs a sign-in. */
export function signInHealth(need: SignInNeed, problem: string | null, running = false): McpHealth {
  return { state: 'sign-in', host: hostOf(need.issuer), reason: need.reason, running, problem }
}

/** The host of an issuer, which is what a person recognizes. */
export function hostOf(issuer: string | null): string | null {
  return issuer !== null && URL.canParse(issuer) ? new URL(issuer).host : null
}
