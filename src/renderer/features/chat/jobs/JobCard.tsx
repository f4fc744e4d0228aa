import { useId, useState } from 'react'
import type { JobId } from '#shared/process/job.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { useSession } from '../chat-context.ts'
import { filesMeta } from '../transcript/tools/tool-summary.ts'
import { JobActs } from './JobActs.tsx'
import { JobOutput } from './JobOutput.tsx'
import { JobState } from './JobState.tsx'
import { isRunning } from './job-state.ts'

/** The background program of a call: its state, its actions and its output. */
export function JobCard({ jobId }: { readonly jobId: JobId }) {
  const t = useText()
  const output = useId()
  const [open, setOpen] = useState(false)
  const sessionId = useSession((state) => state.folds.session?.id ?? null)
  const job = useSession((state) => state.folds.jobs.find(({ id }) => id === jobId) ?? null)
  if (job === null || sessionId === null) return null
  return (
    <div className="border-line border-t bg-raised">
      <div className="flex min-h-(--h-row) items-center gap-2 pr-1 pl-2 text-fg-2 text-xs">
        <Icon name="terminal" size="xs" />
        <span className="min-w-0 grow truncate plain-code" title={job.command}>
          {job.id}
        </span>
        {filesMeta(job.files, t).map(({ text }) => (
          <span key={text} className="figures shrink-0 text-fg-3 text-xs">
            {text}
          </span>
        ))}
        <JobState job={job} />
        {isRunning(job) ? <JobActs sessionId={sessionId} job={job} /> : null}
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? output : undefined}
          onClick={() => setOpen(!open)}
          className="row-cursor flex h-(--h-control-sm) items-center gap-1 rounded-sm px-2 hover:bg-hover"
        >
          {t('jobs.output')}
          <Icon name={open ? 'down' : 'right'} size="xs" className="text-fg-3" />
        </button>
      </div>
      {open ? <JobOutput id={output} sessionId={sessionId} job={job} /> : null}
    </div>
  )
}
