import { AppError } from '#shared/errors.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { LanguageServer, ServerState } from '#shared/problems/language-server.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../../lib/clock.ts'
import type { CheckFolder } from '../check-place.ts'
import type { ServerProgram } from './server-program.ts'
import { openServerSession, type ServerSession, type SessionLimits } from './server-session.ts'

/** A server of a project, and the folder it works in. */
export type ServerPlace = Pick<CheckFolder, 'projectId' | 'root'> & {
  readonly id: string
  readonly config: LanguageServer
}

export type ServerLifeDeps = {
  /** Starts the program of a server, in the sandbox. Rejects where it is missing. */
  readonly launch: (place: ServerPlace, signal: AbortSignal) => Promise<ServerProgram>
  /** Whether the person trusts the project and switched the server on. */
  readonly mayRun: (place: ServerPlace) => Promise<boolean>
  readonly clock: Clock
  readonly limits: SessionLimits
  /** Called when a server of a project is in another state. */
  readonly changed: (projectId: ProjectId) => void
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** Waits after failures, in milliseconds. The last one counts for all further failures. */
const WAITS = [0, 5_000, 30_000, 300_000] as const
/** A server that is not used for so long ends, in milliseconds. */
const IDLE_MS = 600_000

/** The life of one server: it starts when it is needed, waits longer after each failure, and ends when idle. */
export function createServerLife(deps: ServerLifeDeps, place: ServerPlace) {
  const { clock, signal } = deps
  let session: Promise<ServerSession> | null = null
  let state: Exclude<ServerState, 'off'> = 'resting'
  let detail = ''
  let failures = 0
  let retryAt = 0
  let cancelIdle = () => {}

  const become = (next: typeof state, why = ''): void => {
    state = next
    detail = why
    if (!signal.aborted) deps.changed(place.projectId)
  }

  const failed = (reason: string): void => {
    retryAt = clock.elapsed() + (WAITS[Math.min(failures, WAITS.length - 1)] ?? 0)
    failures += 1
    session = null
    cancelIdle()
    become('failed', reason)
  }

  const begin = async (): Promise<ServerSession> => {
    become('starting')
    const program = await deps.launch(place, signal)
    try {
      const options = optionsOf(place.config)
      return await openServerSession(
        { clock, program, root: place.root, limits: deps.limits, ...(options === null ? {} : { options }) },
        signal,
      )
    } catch (error) {
      await program.end()
      throw error
    }
  }

  const end = async (): Promise<void> => {
    const running = session
    session = null
    cancelIdle()
    if (running === null) return
    become('resting')
    await (await running.catch(() => null))?.end()
  }

  return {
    place,
    /** Returns the running server. Starts it where it may run and is not to wait after a failure. */
    ensure: async (): Promise<ServerSession> => {
      if (!(await deps.mayRun(place))) throw AppError.saying('other', say('problems.serverOff'))
      if (session !== null) return session
      if (clock.elapsed() < retryAt)
        throw AppError.saying('other', say('problems.serverWaits', { reason: detail }))
      const begun = begin()
      session = begun
      try {
        const running = await begun
        become('running')
        void running.ended.then((reason) => {
          if (session === begun) failed(reason)
        })
        return running
      } catch (error) {
        if (session === begun) failed(error instanceof Error ? error.message : String(error))
        throw error
      }
    },
    /** Notes a use that went well. */
    used: (): void => {
      failures = 0
      cancelIdle()
      cancelIdle = clock.schedule(IDLE_MS, () => void end().catch(() => undefined))
    },
    /** Ends a server that does not answer, so that the next use starts another one. */
    giveUp: async (reason: string): Promise<void> => {
      const running = session
      failed(reason)
      await (await running?.catch(() => null))?.end()
    },
    state: () => ({ state, detail }),
    end,
  }
}

/**
 * Returns the options of a known server; null for any other. The one of TypeScript would answer from single files while
 * it reads the project, and so call an import the definition.
 */
function optionsOf({ command, args = [] }: LanguageServer): object | null {
  const isTypeScript = [command, ...args].some((word) => word.includes('typescript-language-server'))
  return isTypeScript ? { tsserver: { useSyntaxServer: 'never' } } : null
}

export type ServerLife = ReturnType<typeof createServerLife>
