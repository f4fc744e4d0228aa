import { useStore } from 'zustand'
import type { AgentRun, AgentRunState } from '#shared/agent/agent-run.ts'
import { aheadInLine } from '#shared/agent/ahead-in-line.ts'
import { askText } from '../../../approvals/ask-text.ts'
import { useStopWords, useText } from '../../../messages/TextProvider.tsx'
import { inLineText } from '../../../ui/in-line-text.ts'
import { useChat } from '../chat-context.ts'
import { askerBelow } from './agent-tree.ts'
import { doingText } from './agent-words.ts'

/**
 * What an agent does just now, as it is shown. Of one that waits for a place, how many wait longer. For whom somebody works that asks, the person is waited
 * for too.
 */
export function useDoing(run: AgentRun): { readonly state: AgentRunState; readonly text: string } {
  const t = useText()
  const why = useStopWords()
  const { store } = useChat().agents
  const asker = useStore(store, ({ runs }) => askerBelow(run, runs ?? []))
  const ahead = useStore(store, ({ runs }) => aheadInLine(run, runs ?? []))
  if (ahead !== null) return { state: run.state, text: inLineText(ahead, t) }
  if (asker === null) return { state: run.state, text: doingText(run, t, why) }
  return { state: 'waiting', text: t('children.asksBelow', { title: asker.title, what: askText(asker, t) }) }
}
