import { isTerminal } from '#shared/run/run.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { useSession } from './chat-context.ts'

/** Tells a screen reader how the run stands. The words themselves are in the log, to be read when wanted. */
export function Announcer() {
  const t = useText()
  const state = useSession(({ folds }) => {
    if (Object.keys(folds.interactions).length > 0) return 'waiting'
    const run = Object.values(folds.runs).findLast((each) => each.kind === 'chat')
    if (run === undefined) return null
    if (!isTerminal(run.status)) return 'running'
    return run.status === 'failed' ? 'failed' : 'done'
  })
  return (
    <p aria-live="polite" className="unseen">
      {state === null ? '' : t(`chat.announce.${state}`)}
    </p>
  )
}
