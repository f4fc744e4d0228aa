import type { AgentRun } from '#shared/agent/agent-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { limitOwnerOf } from '../../../store/agents/limit-owner.ts'
import { useChat } from '../chat-context.ts'
import { useRaiseLine } from '../inspector/inspector-place.tsx'
import { useAgentRuns } from './use-agents-of-chat.ts'

type LineOf = {
  /** Says whose line it is. */
  readonly words: string | null
  /** Leads to where it is drawn, with the form open. */
  readonly raise: (() => void) | null
}

/** The line that an agent is paused at; both null where there is none, and the way there where none leads from here. */
export function useLineOf(run: AgentRun | null): LineOf {
  const t = useText()
  const { agents, app, onTeam } = useChat()
  const raiseOfChat = useRaiseLine()
  const runs = useAgentRuns()
  const owner = run === null ? null : limitOwnerOf(run, runs)
  if (owner === null) return { words: null, raise: null }
  if (owner.kind === 'agent') {
    const { sessionId, title } = owner.agent
    const raise = () => {
      agents.view(sessionId)
      agents.limit(sessionId)
    }
    return { words: t('children.limits.of.agent', { title }), raise: raiseOfChat === null ? null : raise }
  }
  if (owner.kind === 'all' || owner.kind === 'project') {
    const scope = owner.kind
    return { words: t(`usage.of.${scope}`), raise: () => app.showLimits(scope) }
  }
  const { kind, chatId } = owner
  const lead = kind === 'chat' ? raiseOfChat : onTeam
  return { words: t(`children.limits.of.${kind}`), raise: lead === null ? null : () => lead(chatId) }
}
