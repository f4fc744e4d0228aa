import { useText } from '../../../messages/TextProvider.tsx'
import { AgentLine } from './AgentLine.tsx'
import { usePausedAgents } from './use-running.ts'

/** Shows the agents paused at a limit under their own heading; empty without any. */
export function PausedList({ headClass }: { headClass: string }) {
  const t = useText()
  const paused = usePausedAgents()
  if (paused.length === 0) return null
  return (
    <>
      <h3 className={headClass}>{t('agents.paused')}</h3>
      <ul aria-label={t('agents.paused')}>
        {paused.map((run) => (
          <AgentLine key={run.sessionId} run={run} />
        ))}
      </ul>
    </>
  )
}
