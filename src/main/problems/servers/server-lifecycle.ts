import { AppError } from '#shared/errors.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { LanguageServer, ServerChoices, ServerState } from '#shared/problems/language-server.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../../lib/clock.ts'
import type { CheckFolder } from '../check-place.ts'
import { joinChoices } from './server-choices.ts'
import type { ServerProgram } from './server-program.ts'
import { openServerSession, type ServerSession, type SessionLimits } from './server-session.ts'
import { changesBetween, type FileStamps } from './server-watches.ts'

/** A server of a project, and the folder it works in. */
export type ServerPlace = Pick<CheckFolder, 'projectId' | 'root'> & {
  readonly id: string
  readonly config: LanguageServer
}

export type ServerLifecycleDeps = {
  /** Starts the program of a server, in the sandbox. Rejects where it is missing. */
  readonly launch: (place: ServerPlace, signal: AbortSignal) => Promise<ServerProgram>
  /** Whether the person trusts the project and switched the server on. */
  readonly mayRun: (place: ServerPlace) => Promise<boolean>
  readonly clock: Clock
  readonly limits: SessionLimits
  /** Called when a server of a project is in another state. */
  readonly changed: (projectId: ProjectId) => void
  /** Returns what the person tells the servers of this name, beside what the project says. */
  readonly ownChoices: (id: string) => ServerChoices
  /** Returns the state of the files of a folder; null where they are too many. */
  readonly stampsOf: (root: string, signal: AbortSignal) => Promise<FileStamps | null>
  /** Makes the test of a pattern of files. Throws for one that means nothing. */
  readonly matches: (pattern: string) => (path: string) => boolean
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** Waits after failures, in milliseconds. The last one counts for all further failures. */
const WAITS = [0, 5_000, 30_000, 300_000] as const
/** A server that is not used for so long ends, in milliseconds. */
const IDLE_MS = 600_000
/** A folder with too many files is not listed again for so long, in milliseconds. */
const SCAN_AGAIN_MS = 60_000

/** The life of one server: it starts when it is needed, waits longer after each failure, and ends when idle. */
export function createServerLifecycle(
  deps: ServerLifecycleDeps,
  place: ServerPlace,
  /** Called when the server has started. */
  started: (place: ServerPlace) => void,
) {
  const { clock, signal } = deps
  let session: Promise<ServerSession> | null = null
  let state: Exclude<ServerState, 'off'> = 'resting'
  let detail = ''
  let failures = 0
  let retryAt = 0
  let cancelIdle = () => {}
  /** The person's settings as sent to the running server, and the files as it knows them. */
  let told = ''
  let seen: FileStamps | null = null
  let scanAgainAt = 0

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
    const own = deps.ownChoices(place.id)
    told = JSON.stringify(own)
    // What changes from here on, the server may have read before.
    seen = await deps.stampsOf(place.root, signal)
    const program = await deps.launch(place, signal)
    try {
      const choices = joinChoices(usualChoices(place.config), joinChoices(place.config, own))
      const { limits, matches } = deps
      return await openServerSession({ clock, program, root: place.root, limits, choices, matches }, signal)
    } catch (error) {
      await program.end()
      throw error
    }
  }

  /** Tells the server which files changed since it was last told. */
  const tellChanges = async (running: ServerSession): Promise<void> => {
    if (seen === null && clock.elapsed() < scanAgainAt) return
    const now = await deps.stampsOf(place.root, signal)
    if (now === null) scanAgainAt = clock.elapsed() + SCAN_AGAIN_MS
    const before = seen
    seen = now
    if (before !== null && now !== null) await running.changed(changesBetween(before, now))
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
      // What a server gets at its start cannot be changed later.
      if (session !== null && told !== JSON.stringify(deps.ownChoices(place.id))) await end()
      if (session !== null) return session
      if (clock.elapsed() < retryAt)
        throw AppError.saying('other', say('problems.serverWaits', { reason: detail }))
      const begun = begin()
      session = begun
      try {
        const running = await begun
        become('running')
        started(place)
        void running.ended.then((reason) => {
          if (session === begun) failed(reason)
        })
        return running
      } catch (error) {
        if (session === begun) failed(error instanceof Error ? error.message : String(error))
        throw error
      }
    },
    /** Tells a running server of files that changed without it. One after the other, so that it hears of none twice. */
    upToDate: createScans(tellChanges),
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

/** Runs one scan after the other. All uses that come before a scan has begun share it. */
function createScans(scan: (running: ServerSession) => Promise<void>) {
  let last: Promise<void> = Promise.resolve()
  let next: { readonly of: ServerSession; readonly done: Promise<void> } | null = null
  return (running: ServerSession): Promise<void> => {
    if (next?.of === running) return next.done
    last = last
      .catch(() => undefined)
      .then(() => {
        next = null
        return scan(running)
      })
    next = { of: running, done: last }
    return last
  }
}

/**
 * Returns what a known server has to be told. The one of TypeScript would answer from single files while it reads the
 * project, and so call an import the definition.
 */
function usualChoices({ command, args = [] }: LanguageServer): ServerChoices {
  const isTypeScript = [command, ...args].some((word) => word.includes('typescript-language-server'))
  return isTypeScript ? { initializationOptions: { tsserver: { useSyntaxServer: 'never' } } } : {}
}

export type ServerLifecycle = ReturnType<typeof createServerLifecycle>
