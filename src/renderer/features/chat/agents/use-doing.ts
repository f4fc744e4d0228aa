import { useStore } from 'zustand'
import type { AgentRun, AgentRunState } from '#shared/agent/agent-run.ts'
import { askText } from '../../../approvals/ask-text.ts'
import { useStopWords, useText } from '../../../messages/TextProvider.tsx'
import { useChat } from '../chat-context.ts'
import { askerBelow } from './agent-tree.ts'
import { doingText } from './agent-words.ts'

/** What an agent does just now, as it is shown. For whom somebody works that asks, the person is waited for too. */
export function useDoing(run: AgentRun): { readonly state: AgentRunState; readonly text: string } {
  const t = useText()
  const why = useStopWords()
  const asker = useStore(useChat().agents.store, ({ runs }) => askerBelow(run, runs ?? []))
  if (asker === null) return { state: run.state, text: doingText(run, t, why) }
  return { state: 'waiting', text: t('children.asksBelow', { title: asker.title, what: askText(asker, t) }) }
}
