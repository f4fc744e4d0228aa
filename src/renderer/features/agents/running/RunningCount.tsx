import { useText } from '../../../messages/TextProvider.tsx'
import { useAgentCount } from './use-running.ts'

/**
 * Shows the number of running agents, as in the status bar: chats, subagents, teams and workflow runs, and
 * the number queued. Empty without any.
 */
export function RunningCount() {
  const t = useText()
  const { working, queued, ofChats, ofRuns, ofAgents } = useAgentCount()
  if (working + queued === 0) return null
  const parts = [
    ofChats > 0 ? t('agents.running.chats', { count: ofChats }) : null,
    ofAgents > 0 ? t('agents.running.agents', { count: ofAgents }) : null,
    ofRuns > 0 ? t('agents.running.ofRuns', { count: ofRuns }) : null,
    queued > 0 ? t('agents.running.queued', { count: queued }) : null,
  ]
  return (
    <span
      title={parts.filter((part) => part !== null).join(', ')}
      className="figures min-w-0 truncate text-fg-3 text-xs"
    >
      {queued === 0 ? working : t('agents.running.withQueue', { working, queued })}
    </span>
  )
}
