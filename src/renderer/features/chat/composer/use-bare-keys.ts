import { type KeyboardEvent, useState } from 'react'
import { COORDINATOR } from '#shared/agent/coordinator.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { focusSelector } from '../agents/selector-keys.ts'
import { useChat } from '../chat-context.ts'
import { actOfBareKey, agentAfter, lastMessage } from './bare-keys.ts'
import type { ComposerTarget } from './composer-target.ts'
import { USUAL_AGENT, useAgents } from './use-agents.ts'

/** Handles the keys of an empty composer: next agent, the agent list and the last message. */
export function useBareKeys(target: ComposerTarget, empty: boolean, setText: (text: string) => void) {
  const t = useText()
  const { session } = useChat()
  const agents = useAgents(target.projectId)
  const [letGo, setLetGo] = useState(false)
  // The coordinator is a mode with a command of its own; a key that goes from one speaker to the next passes it by.
  const speakers = agents.filter(({ id }) => id !== COORDINATOR)
  const next = agentAfter(target.agentId ?? USUAL_AGENT, speakers)
  // During a run only that run may write to the history, so the agent cannot switch.
  const canSwitch = empty && next !== null && target.runId === null
  return {
    hint: canSwitch ? t('children.tabHint') : undefined,
    /** True when the key was for this. */
    onKey: (event: KeyboardEvent): boolean => {
      if (!empty || event.nativeEvent.isComposing || event.keyCode === 229) return false
      const act = actOfBareKey(event, { canSwitch, letGo })
      setLetGo(act === 'letGo')
      if (act === null || (act === 'agents' && !focusSelector())) return false
      // Escape also stops a run; then the key is not only for this.
      if (act === 'letGo' && !canSwitch) return false
      if (act === 'last') {
        const { sessionId, path } = session.store.getState()
        const last = sessionId === target.sessionId ? lastMessage(path) : null
        if (last === null) return false
        setText(last)
      }
      event.preventDefault()
      if (act === 'nextAgent' && next !== null) target.setAgent(next)
      return true
    },
  }
}
