import type { AgentRun, AgentRunState } from '#shared/agent/agent-run.ts'
import { askText } from '../../../approvals/ask-text.ts'
import { useStopWords, useText } from '../../../messages/TextProvider.tsx'
import { inLineText } from '../../../ui/in-line-text.ts'
import { doingText } from './agent-words.ts'
import { useChatAgents } from './use-agents-of-chat.ts'

/**
 * What an agent does just now, as it is shown. Of one that waits for a place, how many wait longer. For whom somebody works that asks, the person is waited
 * for too.
 */
export function useDoing(run: AgentRun): { readonly state: AgentRunState; readonly text: string } {
  const t = useText()
  const why = useStopWords()
  const asker = useChatAgents(({ askers }) => askers.get(run.sessionId)) ?? null
  const ahead = useChatAgents(({ inLine }) => inLine.get(run.sessionId)) ?? null
  if (ahead !== null) return { state: run.state, text: inLineText(ahead, t) }
  if (asker === null) return { state: run.state, text: doingText(run, t, why) }
  return { state: 'waiting', text: t('children.asksBelow', { title: asker.title, what: askText(asker, t) }) }
}
