import { type KeyboardEvent, useState } from 'react'
import { COORDINATOR } from '#shared/agent/coordinator.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { focusSelector } from '../agents/selector-keys.ts'
import { useChat } from '../chat-context.ts'
import { actOfBareKey, agentAfter, sentMessages } from './bare-keys.ts'
import type { ComposerTarget } from './composer-target.ts'
import { type Recalled, recallAfter } from './recalled-message.ts'
import { USUAL_AGENT, useAgents } from './use-agents.ts'

/** Handles the keys of an empty composer: next agent, the agent list and earlier messages. */
export function useBareKeys(target: ComposerTarget, text: string, setText: (text: string) => void) {
  const t = useText()
  const { session } = useChat()
  const agents = useAgents(target.projectId)
  const [letGo, setLetGo] = useState(false)
  const [recalled, setRecalled] = useState<Recalled | null>(null)
  const empty = text === ''
  /** Brings back the message before or after the one in the box. */
  const recall = (key: string): boolean => {
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return false
    const { sessionId, path } = session.store.getState()
    const messages = sessionId === target.sessionId ? sentMessages(path) : []
    const next = recallAfter(messages, { text, recalled }, key)
    if (next === undefined) return false
    setRecalled(next)
    setText(next?.text ?? '')
    return true
  }
  // The coordinator is a mode with a command of its own; a key that goes from one speaker to the next passes it by.
  const speakers = agents.filter(({ id }) => id !== COORDINATOR)
  const next = agentAfter(target.agentId ?? USUAL_AGENT, speakers)
  // During a run only that run may write to the history, so the agent cannot switch.
  const canSwitch = empty && next !== null && target.runId === null
  return {
    hint: canSwitch ? t('children.tabHint') : undefined,
    /** True when the key was for this. */
    onKey: (event: KeyboardEvent): boolean => {
      if (event.nativeEvent.isComposing || event.keyCode === 229) return false
      const isPlain = !(event.shiftKey || event.altKey || event.ctrlKey || event.metaKey)
      if (isPlain && recall(event.key)) {
        event.preventDefault()
        return true
      }
      if (!empty) return false
      const act = actOfBareKey(event, { canSwitch, letGo })
      setLetGo(act === 'letGo')
      if (act === null || (act === 'agents' && !focusSelector())) return false
      // Escape also stops a run; then the key is not only for this.
      if (act === 'letGo' && !canSwitch) return false
      event.preventDefault()
      if (act === 'nextAgent' && next !== null) target.setAgent(next)
      return true
    },
  }
}
