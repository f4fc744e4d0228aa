import type { AgentRun, AgentRunState } from '#shared/agent/agent-run.ts'
import { questionSubject } from '../../../approvals/question-subject.ts'
import { useStopWords, useText } from '../../../messages/TextProvider.tsx'
import { inLineText } from '../../../ui/names/in-line-text.ts'
import { doingText } from './agent-words.ts'
import { useChatAgents } from './use-agents-of-chat.ts'

/**
 * Returns the displayed state and activity of an agent, with its queue position. An agent whose subagent
 * waits for the person is shown as waiting too.
 */
export function useDoing(run: AgentRun): { readonly state: AgentRunState; readonly text: string } {
  const t = useText()
  const why = useStopWords()
  const asker = useChatAgents(({ askers }) => askers.get(run.sessionId)) ?? null
  const ahead = useChatAgents(({ inLine }) => inLine.get(run.sessionId)) ?? null
  if (ahead !== null) return { state: run.state, text: inLineText(ahead, t) }
  if (asker === null) return { state: run.state, text: doingText(run, t, why) }
  return {
    state: 'waiting',
    text: t('children.asksBelow', { title: asker.title, what: questionSubject(asker, t) }),
  }
}
