import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { SessionId } from '#shared/ids.ts'
import type { JobRecord } from '#shared/process/job.ts'
import { endedItem } from './job-words.ts'

type Deps = {
  /** Sessions whose log has a running job. */
  readonly sessions: () => readonly SessionId[]
  readonly recordsOf: (sessionId: SessionId) => readonly JobRecord[]
  /** The time of the last event of a session, epoch milliseconds. */
  readonly lastActive: (sessionId: SessionId) => number
  readonly publish: (sessionId: SessionId, job: JobRecord) => void
  readonly tell: (sessionId: SessionId, item: HarnessItem) => void
  readonly report: (sessionId: SessionId, error: unknown) => void
}

/** Marks the jobs that ended with the app, and tells their agents. */
export function recoverJobs({ sessions, recordsOf, lastActive, publish, tell, report }: Deps): void {
  for (const sessionId of sessions()) {
    try {
      const endedAt = lastActive(sessionId)
      for (const job of recordsOf(sessionId)) {
        if (job.state !== 'running') continue
        // Another program may listen at the port that was opened to it.
        const { openedAt: _, canOpen: __, ...left } = job
        const closed: JobRecord = { ...left, state: 'closed', endedAt, port: null, isOpen: false }
        publish(sessionId, closed)
        tell(sessionId, endedItem({ job: closed, output: '', missed: 0, note: '', files: null }))
      }
    } catch (error) {
      report(sessionId, error)
    }
  }
}
