import type { JobRecord } from '#shared/process/job.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { clockText, useNow } from '../../../ui/base/time.ts'

/** The state of a background program in a few words. */
export function JobState({ job }: { readonly job: JobRecord }) {
  const t = useText()
  const { state, exitCode, signal } = job
  if (state === 'running') return <Running since={job.startedAt} />
  const failed = state === 'exited' && exitCode !== 0
  const words =
    state !== 'exited'
      ? t(`jobs.${state}`)
      : (signal ?? (failed ? t('jobs.exitedWith', { code: String(exitCode ?? '?') }) : t('jobs.exited')))
  return <span className={`figures shrink-0 text-xs ${failed ? 'text-bad-fg' : 'text-fg-3'}`}>{words}</span>
}

function Running({ since }: { readonly since: number }) {
  const t = useText()
  const time = clockText(useNow(1_000) - since)
  return <span className="figures shrink-0 text-fg-3 text-xs">{t('jobs.running', { time })}</span>
}
