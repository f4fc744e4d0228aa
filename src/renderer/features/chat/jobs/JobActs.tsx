import { useState } from 'react'
import type { SessionId } from '#shared/ids.ts'
import type { JobRecord } from '#shared/process/job.ts'
import { jobAddress } from '#shared/process/job-address.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { useChat } from '../chat-context.ts'
import { focusComposer } from '../composer/composer-focus.ts'

type JobActsProps = { readonly sessionId: SessionId; readonly job: JobRecord }

/** The actions on a running background program. */
export function JobActs({ sessionId, job }: JobActsProps) {
  const t = useText()
  const { api, app } = useChat()
  const [stopping, setStopping] = useState(false)
  const address = jobAddress(job)
  const named = { sessionId, jobId: job.id }
  const stop = () => {
    if (stopping) return
    setStopping(true)
    app.attempt(api.command('job.stop', named).finally(() => setStopping(false)))
    focusComposer()
  }
  return (
    <>
      {job.port === null || job.isOpen || job.canOpen ? null : (
        <span className="shrink-0 text-fg-3 text-xs" title={t('jobs.hiddenPortHint')}>
          {t('jobs.hiddenPort', { port: String(job.port) })}
        </span>
      )}
      {job.port === null || !job.canOpen || address !== null ? null : (
        <Button
          size="small"
          icon="external"
          aria-label={t('jobs.openHiddenOf', { port: String(job.port) })}
          title={t('jobs.openHiddenHint', { port: String(job.port) })}
          onClick={() => app.attempt(api.command('job.open', named))}
        >
          {t('jobs.open')}
        </Button>
      )}
      {address === null ? null : (
        <Button
          size="small"
          icon="external"
          aria-label={t('jobs.openOf', { address })}
          title={address}
          onClick={() => app.attempt(api.command('job.open', named))}
        >
          {t('jobs.open')}
        </Button>
      )}
      {job.openedAt === undefined ? null : (
        <Button
          size="small"
          look="ghost"
          aria-label={t('jobs.closePortOf', { port: String(job.port) })}
          onClick={() => app.attempt(api.command('job.closePort', named))}
        >
          {t('jobs.closePort')}
        </Button>
      )}
      <Button
        size="small"
        look="ghost-danger"
        aria-label={t('jobs.stopOf', { command: job.command })}
        aria-disabled={stopping}
        onClick={stop}
      >
        {t('jobs.stop')}
      </Button>
    </>
  )
}
