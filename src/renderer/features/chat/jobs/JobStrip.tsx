import type { SessionId } from '#shared/ids.ts'
import type { JobRecord } from '#shared/process/job.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { useSession } from '../chat-context.ts'
import { JobActs } from './JobActs.tsx'
import { JobState } from './JobState.tsx'
import { isRunning } from './job-state.ts'

/** The running background programs of a chat, above its message box. */
export function JobStrip({ sessionId }: { readonly sessionId: SessionId }) {
  const t = useText()
  const jobs = useSession((state) => state.folds.jobs)
  const running = jobs.filter(isRunning)
  if (running.length === 0) return null
  return (
    <ul
      aria-label={t('jobs.list')}
      className="mx-2 max-h-[20vh] overflow-y-auto rounded-t-lg bg-side p-1 inset-ring inset-ring-line-strong"
    >
      {running.map((job) => (
        <JobRow key={job.id} sessionId={sessionId} job={job} />
      ))}
    </ul>
  )
}

function JobRow({ sessionId, job }: { readonly sessionId: SessionId; readonly job: JobRecord }) {
  return (
    <li className="flex min-h-7 items-center gap-2 rounded-sm pr-1 pl-2 text-fg-2 text-sm hover:bg-hover">
      <Icon name="terminal" size="s" />
      <span className="min-w-0 grow truncate plain-code" title={job.command}>
        {job.command}
      </span>
      <JobState job={job} />
      <JobActs sessionId={sessionId} job={job} />
    </li>
  )
}
