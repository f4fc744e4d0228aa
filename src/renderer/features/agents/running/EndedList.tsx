import { useText } from '../../../messages/TextProvider.tsx'
import { AgentLine } from './AgentLine.tsx'
import { useEndedAgents } from './use-running.ts'

/** The agents that ended last, under a heading of their own; nothing while there are none. */
export function EndedList({ headClass }: { headClass: string }) {
  const t = useText()
  const ended = useEndedAgents()
  if (ended.length === 0) return null
  return (
    <>
      <h3 className={headClass}>{t('agents.ended')}</h3>
      <ul aria-label={t('agents.ended')}>
        {ended.map((run) => (
          <AgentLine key={run.sessionId} run={run} />
        ))}
      </ul>
    </>
  )
}
