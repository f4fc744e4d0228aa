import { type ReactNode, useEffect, useState } from 'react'
import type { SessionId } from '#shared/ids.ts'
import type { JobRecord } from '#shared/process/job.ts'
import { problemOf } from '../../../api.ts'
import { type Text, useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { breakable } from '../../../ui/text/breakable.tsx'
import { useChat } from '../chat-context.ts'
import { isRunning } from './job-state.ts'

type JobOutputProps = { readonly id: string; readonly sessionId: SessionId; readonly job: JobRecord }

type Loaded =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'there'; readonly text: string }

/** The newest output of a background program, loaded on demand. */
export function JobOutput({ id, sessionId, job }: JobOutputProps) {
  const t = useText()
  const { api } = useChat()
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' })
  const [count, setCount] = useState(0)
  // The end of a program shows its last output. A refresh asks again.
  const wanted = `${job.id} ${job.state} ${count}`
  useEffect(() => {
    let isOver = wanted === ''
    api.call('job.output', { sessionId, jobId: job.id }).then(
      (text) => {
        if (!isOver) setLoaded({ state: 'there', text })
      },
      (error: unknown) => {
        if (!isOver) setLoaded({ state: 'failed', reason: problemOf(error).message })
      },
    )
    return () => {
      isOver = true
    }
  }, [api, sessionId, job.id, wanted])
  return (
    <section id={id} aria-label={t('jobs.outputOf', { command: job.command })} className="pr-3 pb-2 pl-8">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long output scrolls, also by keyboard
        tabIndex={0}
        className="max-h-80 overflow-auto plain-code text-fg-2 text-sm"
      >
        {wordsOf(loaded, job, t)}
      </pre>
      {isRunning(job) ? (
        <Button size="small" look="ghost" className="mt-1 -ml-2" onClick={() => setCount(count + 1)}>
          {t('jobs.refresh')}
        </Button>
      ) : null}
    </section>
  )
}

function wordsOf(shown: Loaded, job: JobRecord, t: Text): ReactNode {
  if (shown.state === 'loading') return t('jobs.loading')
  if (shown.state === 'failed') return t('jobs.failed', { reason: shown.reason })
  if (shown.text.trim() === '') return t(isRunning(job) ? 'jobs.noOutput' : 'jobs.noOutputKept')
  return breakable(shown.text.trimEnd())
}
