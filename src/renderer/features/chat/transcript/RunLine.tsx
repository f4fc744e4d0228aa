import type { ReactNode } from 'react'
import { isTerminal } from '#shared/run/run-status.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import type { SessionState } from '../../../store/session-state.ts'
import { clockText, useNow } from '../../../ui/base/time.ts'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { useLate } from '../../../ui/hooks/use-late.ts'
import { useSession } from '../chat-context.ts'
import { isQuiet } from './entries.ts'

/** Shows that a run is working while nothing of its answer can be read, and when a failed request is retried. */
export function RunLine() {
  const t = useText()
  const say = useProblemWords()
  const since = useSession((state) => {
    const run = Object.values(state.folds.runs).findLast((each) => !isTerminal(each.status))
    return run === undefined || run.status === 'awaiting_user' ? null : run.createdAt
  })
  const summing = useSession(isSumming)
  const quiet = useSession(isQuiet)
  const retry = useSession((state) => state.retry)
  const loading = useSession((state) => state.loading)
  if (since === null) return null
  const again =
    retry === null ? null : (
      <RetryLine at={retry.at + retry.delayMs} attempt={retry.attempt} why={say(retry.error)} />
    )
  if (summing) {
    const text = <span role="status">{t('chat.compacting')}</span>
    return (
      <>
        {again}
        <Line mark="run" text={text} since={since} />
      </>
    )
  }
  if (again !== null) return again
  if (loading !== null) {
    const text = <span role="status">{t('chat.loadingModel', { model: loading.label })}</span>
    return <Line mark="run" text={text} since={loading.since} />
  }
  return quiet ? <WorkingLine since={since} /> : null
}

/** A pause shorter than this passes unmarked, or the line would flash between two steps. */
const PAUSE_MS = 300

function WorkingLine({ since }: { since: number }) {
  const t = useText()
  return useLate(PAUSE_MS) ? <Line mark="run" text={t('chat.working')} since={since} /> : null
}

/** The app's own agents that sum up: for a run that needs room, and for an agent that takes over. */
const SUMMING: readonly string[] = ['compaction', 'summary']

/** Whether the app is compacting, on its own or for a run. */
function isSumming({ folds }: SessionState): boolean {
  const run = Object.values(folds.runs).findLast((each) => !isTerminal(each.status))
  return run?.kind === 'system' && SUMMING.includes(run.agentId)
}

type LineProps = {
  readonly mark: 'run'
  readonly text: ReactNode
  readonly since: number
}

function Line({ mark, text, since }: LineProps) {
  const now = useNow(1_000)
  return (
    <p className="flex items-center gap-2 pb-2 text-fg-3 text-sm">
      <Mark state={mark} />
      {text}
      <span className="figures text-xs">{clockText(now - since)}</span>
    </p>
  )
}

function RetryLine({ at, attempt, why }: { at: number; attempt: number; why: string }) {
  const t = useText()
  const now = useNow(1_000)
  const seconds = Math.max(0, Math.ceil((at - now) / 1_000))
  return (
    <p className="flex items-start gap-2 pb-2 text-fg-2 text-sm">
      <Mark state="run" />
      <span>
        {/* The seconds are not part of what is announced, or they would be read out one by one. */}
        <span role="status">{why}</span>{' '}
        <span className="figures text-fg-3">{t('chat.retrying', { seconds, attempt })}</span>
      </span>
    </p>
  )
}
