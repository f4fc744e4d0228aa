import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { Sessions } from './sessions.ts'

type Deps = {
  readonly projects: () => Promise<readonly { readonly id: ProjectId; readonly path: string }[]>
  /** The days after which chats of a folder are archived; null for never. */
  readonly daysOf: (root: string) => Promise<number | null>
  /** The chats of a project in which nothing has happened since a moment, in milliseconds. */
  readonly resting: (projectId: ProjectId, since: number) => readonly SessionId[]
  /** The chats in or below which a run has no end. */
  readonly busy: () => ReadonlySet<SessionId>
  readonly sessions: Pick<Sessions, 'update'>
  readonly now: () => number
  /** Resolves after milliseconds; rejects when the signal aborts. */
  readonly after: (ms: number, signal: AbortSignal) => Promise<void>
  /** Called with the error of a look. The next look is made all the same. */
  readonly failed: (error: unknown) => void
}

const DAY_MS = 24 * 60 * 60 * 1_000
/** The time between two looks, in milliseconds. */
const AGAIN_MS = DAY_MS / 4

/** Archives chats in which nothing has happened for the days of `runs.sessionTtl`. Nothing of them is deleted. */
export function createSessionTtl({ projects, daysOf, resting, busy, sessions, now, after, failed }: Deps) {
  const archiveOld = async (): Promise<number> => {
    let archived = 0
    for (const { id, path } of await projects()) {
      const days = await daysOf(path)
      const found = days === null ? [] : resting(id, now() - days * DAY_MS)
      if (found.length === 0) continue
      const atWork = busy()
      for (const sessionId of found) {
        if (atWork.has(sessionId)) continue
        sessions.update(sessionId, { archived: true })
        archived += 1
      }
    }
    return archived
  }
  return {
    /** Looks once, and returns the number of chats that it archived. */
    archiveOld,
    /** Looks now and every six hours, until the signal aborts. */
    keepArchiving: async (signal: AbortSignal): Promise<never> => {
      for (;;) {
        await archiveOld().catch((error: unknown) => {
          if (signal.aborted) throw error
          failed(error)
        })
        await after(AGAIN_MS, signal)
      }
    },
  }
}
