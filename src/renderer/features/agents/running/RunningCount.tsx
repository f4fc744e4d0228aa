import { useText } from '../../../messages/TextProvider.tsx'
import { useAgentCount } from './use-running.ts'

/** How many agents are at work, and of how many while some wait for a place. Nothing while there are none. */
export function RunningCount() {
  const t = useText()
  const { working, all } = useAgentCount()
  if (all === 0) return null
  return (
    <span className="figures text-fg-3 text-xs">
      {working === all ? working : t('agents.running.of', { working, all })}
    </span>
  )
}
