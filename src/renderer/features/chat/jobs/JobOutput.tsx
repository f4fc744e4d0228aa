import type { ReactNode } from 'react'
import type { SessionId } from '#shared/ids.ts'
import type { JobRecord } from '#shared/process/job.ts'
import { type Query, useQuery } from '../../../data/use-query.ts'
import { type Text, useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { breakable } from '../../../ui/text/breakable.tsx'
import { isRunning } from './job-state.ts'

type JobOutputProps = { readonly id: string; readonly sessionId: SessionId; readonly job: JobRecord }

/** The newest output of a background program, loaded on demand. */
export function JobOutput({ id, sessionId, job }: JobOutputProps) {
  const t = useText()
  // The end of a program shows its last output.
  const output = useQuery('job.output', { sessionId, jobId: job.id }, { reasons: [job.state] })
  return (
    <section id={id} aria-label={t('jobs.outputOf', { command: job.command })} className="pr-3 pb-2 pl-8">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long output scrolls, also by keyboard
        tabIndex={0}
        className="max-h-80 overflow-auto plain-code text-fg-2 text-sm"
      >
        {wordsOf(output, job, t)}
      </pre>
      {isRunning(job) ? (
        <Button size="small" look="ghost" className="mt-1 -ml-2" onClick={output.reload}>
          {t('jobs.refresh')}
        </Button>
      ) : null}
    </section>
  )
}

function wordsOf({ data, problem }: Query<string>, job: JobRecord, t: Text): ReactNode {
  if (problem !== null) return t('jobs.failed', { reason: problem })
  if (data === null) return t('jobs.loading')
  if (data.trim() === '') return t(isRunning(job) ? 'jobs.noOutput' : 'jobs.noOutputKept')
  return breakable(data.trimEnd())
}
